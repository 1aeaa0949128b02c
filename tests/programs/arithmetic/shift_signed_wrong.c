// heddle: --property=overflow
// expect: violation
// kinds: overflow
// message: left shift of a negative value or beyond the sign bit
// case: SHIFT=(-1<<amount) optimal default
// case: SHIFT=((-5-x%2)<<1) optimal default
// case: SHIFT=(1<<31) optimal default
// case: SHIFT=(3<<(30+amount)) optimal default
// case: SHIFT=(x<<4) optimal default
// case: SHIFT=((long)x<<40) optimal default
// C17 6.5.7: the value shifted must not be negative, and x * 2^n must be representable.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), amount = 1;
    long y = SHIFT; // <- violation
    return x == 3 && y == amount;
}
