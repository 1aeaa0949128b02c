// heddle: --property=overflow
// expect: violation
// kinds: overflow
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned bit = __VERIFIER_nondet_uint();
    if (bit > 32)
        return 0;
    unsigned mask = 1u << bit; // <- violation
    return mask == 8;
}
