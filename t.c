extern int nondet_int(void);
int x, y, z;
int main(void)
{
    x = 1;
    y = 3;
    return 0;
}
