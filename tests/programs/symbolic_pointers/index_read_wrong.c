// expect: violation
// kinds: memory
// The check allows one index too many.
extern unsigned __VERIFIER_nondet_uint(void);

static int squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 8)
        return 0;
    return squares[i]; // <- violation
}
