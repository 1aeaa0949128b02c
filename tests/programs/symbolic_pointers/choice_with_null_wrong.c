// expect: violation
// kinds: memory
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

static int a = 1;

static int *find(int key)
{
    return key == 5 ? NULL : &a;
}

int main(void)
{
    return *find(__VERIFIER_nondet_int()); // <- violation
}
