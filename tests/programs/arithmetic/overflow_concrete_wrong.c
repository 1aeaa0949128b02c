// heddle: --property=overflow
// expect: violation
// kinds: overflow
// 13! is the first factorial that does not fit.
static int factorial(int n)
{
    return n <= 1 ? 1 : n * factorial(n - 1); // <- violation
}

int main(void)
{
    return factorial(13) == 0;
}
