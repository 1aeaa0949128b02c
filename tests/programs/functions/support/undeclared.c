long twice(long number)
{
    return 2 * number;
}

long high(long number)
{
    return (1L << 40) + number;
}

int is_null(void *pointer)
{
    return !pointer;
}

char *name(void)
{
    return "other";
}
