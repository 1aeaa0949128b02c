// expect: violation
// kinds: assertion
#include <assert.h>

typedef unsigned four __attribute__((vector_size(16)));

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    four a = {1, 2, 3, __VERIFIER_nondet_uint()};
    assert(__builtin_reduce_add(a) != 4711); // <- violation
    return 0;
}
