// expect: violation
// kinds: memory
// message: stack overflow: a call of down takes 32 bytes
static int down(int n)
{
    return n == 0 ? 0 : 1 + down(n - 1); // <- violation
}

int main(void)
{
    return down(-1) == 0;
}
