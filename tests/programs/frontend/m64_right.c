// clang: -m64
// expect: safe
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned long seconds = 1700000000ul;
    unsigned long milliseconds = seconds * 1000;
    __VERIFIER_assert(milliseconds / 1000 == seconds);
    return 0;
}
