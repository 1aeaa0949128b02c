# 1 "halve.c"
# 4 "halve.c"
int ratio(int a, int b)
{
    return a / b;
}
