// expect: inconclusive
// timeout: 120
// No bound was asked for, but the stack ends somewhere; that is said, not passed over.
static int endless(int n)
{
    return endless(n + 1) + 1;
}

int main(void)
{
    return endless(0);
}
