// expect: safe
// Signed overflow is looked at only when asked for.
static int add(int a, int b)
{
    return a + b;
}

int main(void)
{
    add(2147483647, 1);
    return 0;
}
