// heddle: --malloc-may-fail
// expect: safe
// What heddle itself needs for hazard pointers never fails: GenMC's functions have no result that would say so.
#include <genmc.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

int main(void)
{
    int *block = malloc(sizeof *block);
    if (!block)
        return 1;
    shared = block;
    __VERIFIER_hp_t *own = __VERIFIER_hp_alloc();
    __VERIFIER_hp_protect(own, &shared);
    __VERIFIER_hp_retire(block);
    __VERIFIER_hp_retire(NULL);
    __VERIFIER_hp_retire(NULL);
    *block = 1;
    __VERIFIER_hp_clear(own);
    __VERIFIER_hp_free(own);
    return 0;
}
