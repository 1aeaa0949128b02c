// expect: violation
// kinds: assertion
// __VERIFIER_assert with no body in the program: heddle's own.
extern void __VERIFIER_assert(int);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assert(c != 200); // <- violation
    return 0;
}
