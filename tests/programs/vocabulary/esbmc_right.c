// expect: safe
void __ESBMC_assume(_Bool condition);
void __ESBMC_assert(_Bool condition, const char *message);
int nondet_int(void);

int main(void)
{
    int x = nondet_int();
    __ESBMC_assume(x > 0 && x < 50);
    __ESBMC_assert((x & 63) == x, "fits in six bits");
    return 0;
}
