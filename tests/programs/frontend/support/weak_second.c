// The second file of weak_first_right.c.
__attribute__((weak)) int level(void)
{
    return 2;
}

int other_level(void)
{
    return level();
}
