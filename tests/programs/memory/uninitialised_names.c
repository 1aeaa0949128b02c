// heddle: --all --property=uninitialised
// expect: violation
// kinds: uninitialised
// message: a decision depends on uninitialised local
// message: a decision depends on uninitialised block of 16 bytes allocated at .*uninitialised_names.c:\d+, byte 8
// message: a decision depends on the value of nothing\(\), which ends without return
// clang: -Wno-return-type
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int nothing(void) {}

int main(void)
{
    int local, *block = malloc(16); // never written
    switch (__VERIFIER_nondet_int()) {
    case 0: if (local == 1) exit(3); break; // <- violation
    case 1: if (block[2] == 1) exit(3); break; // <- violation
    case 2: if (nothing()) exit(3); break; // <- violation
    }
    free(block);
    return 0;
}
