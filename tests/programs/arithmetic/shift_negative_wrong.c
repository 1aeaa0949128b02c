// heddle: --property=overflow
// expect: violation
// kinds: overflow
static int shifted(int value, int count)
{
    return value >> count; // <- violation
}

int main(void)
{
    return shifted(100, -1) == 0;
}
