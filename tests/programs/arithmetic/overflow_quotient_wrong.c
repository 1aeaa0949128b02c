// heddle: --property=overflow
// expect: violation
// kinds: overflow
// case: TYPE=int OP=/ optimal default
// case: TYPE=int OP=% optimal default
// case: TYPE=long OP=/ optimal default
// case: TYPE=wide OP=/ optimal default
// case: TYPE=wide OP=% optimal default
// The lowest value divided by -1 overflows, and the machine's instruction traps as for 0: it counts for both properties,
// as `arithmetic` where both are asked for.
typedef __int128 wide;
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    TYPE least = (TYPE)((TYPE)1 << (sizeof(TYPE) * 8 - 2)) * -2;
    TYPE x = (TYPE)(least + (__VERIFIER_nondet_long() & 15)), y = (TYPE)(__VERIFIER_nondet_long() & 3) - 2;
    if (y == 0)
        return 0;
    return (x OP y) == 5; // <- violation
}
