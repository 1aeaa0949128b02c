// clang: -m32
// expect: violation
// kinds: memory
extern unsigned __VERIFIER_nondet_uint(void);

static int *table[3];

int main(void)
{
    int x = 0;
    table[0] = table[1] = table[2] = &x;
    unsigned i = __VERIFIER_nondet_uint();
    return *table[i & 3]; // <- violation
}
