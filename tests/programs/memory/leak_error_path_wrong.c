// heddle: --property=leak
// expect: violation
// kinds: leak
// Only one path, behind an input, forgets to free.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int parse(int kind)
{
    char *buffer = malloc(32);
    if (kind == 7)
        return -1;
    free(buffer);
    return 0;
}

int main(void)
{
    return parse(__VERIFIER_nondet_int()) < 0;
}
