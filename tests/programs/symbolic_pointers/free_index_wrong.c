// heddle: --all
// expect: violation
// kinds: memory
// violations: 1
// message: invalid free
// executions: none=2 classic=2 source=2 optimal=2 default=2
// timeout: 10
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *p = malloc(4);
    free(p + __VERIFIER_nondet_int()); // <- violation
    return 0;
}
