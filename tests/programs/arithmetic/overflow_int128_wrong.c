// heddle: --property=overflow
// expect: violation
// kinds: overflow
// case: LEFT=most OP=+ RIGHT=1 optimal default
// case: LEFT=-most OP=- RIGHT=2 optimal default
// case: LEFT=most OP=* RIGHT=2 optimal default
// case: LEFT=(-most-1) OP=* RIGHT=-1 optimal default
// case: LEFT=-1 OP=* RIGHT=(-most-1) optimal default
// case: LEFT=0 OP=- RIGHT=(-most-1) optimal default
// case: LEFT=most OP=+ RIGHT=__VERIFIER_nondet_long() optimal default
// case: LEFT=1 OP=<< RIGHT=128 optimal default
// case: LEFT=1 OP=<< RIGHT=__VERIFIER_nondet_long() optimal default
// case: LEFT=1 OP=>> RIGHT=-1 optimal default
// case: LEFT=1 OP=<< RIGHT=127 optimal default
// case: LEFT=-1 OP=<< RIGHT=1 optimal default
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    __int128 half = (__int128)1 << 126, most = half - 1 + half;
    __int128 left = LEFT, right = RIGHT;
    __int128 result = left OP right; // <- violation
    return result == most;
}
