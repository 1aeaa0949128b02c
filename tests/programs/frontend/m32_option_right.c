// heddle: -m32
// expect: safe
// The same as clang's flag.
extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(sizeof(void *) == 4);
    return 0;
}
