// expect: safe
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 5 && x < 3)
        __asm__ volatile("nop");
    return 0;
}
