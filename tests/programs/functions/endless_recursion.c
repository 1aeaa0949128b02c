// expect: violation
// kinds: memory
// message: stack overflow
// timeout: 120
// No bound was asked for, but the stack ends somewhere, and that is a failure (without --stack-size: inconclusive, see
// lifetimes/stack_size_none.c).
static int endless(int n)
{
    return endless(n + 1) + 1; // <- violation
}

int main(void)
{
    return endless(0);
}
