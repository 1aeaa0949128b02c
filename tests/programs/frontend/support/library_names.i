# 1 "library_names.c"
int exp = 2;
int sum;
int named(void)
{
    add(exp);
    add(7);
    return sum;
}
void add(int by)
{
    sum += by;
}
