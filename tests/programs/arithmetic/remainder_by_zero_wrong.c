// expect: violation
// kinds: arithmetic
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned buckets = __VERIFIER_nondet_uint() & 7;
    return (int)(12345u % buckets); // <- violation
}
