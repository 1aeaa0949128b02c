// clang: -m32
// expect: violation
// kinds: assertion
// A long does not hold a time in milliseconds here; with 64 bits it would.
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned long seconds = 1700000000ul;
    unsigned long milliseconds = seconds * 1000;
    __VERIFIER_assert(milliseconds / 1000 == seconds); // <- violation
    return 0;
}
