// expect: violation
// kinds: memory
// message: double free
// A block that is retired twice would be released twice, also where a hazard pointer still protects it when the
// program ends.
#include <genmc.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

int main(void)
{
    int *block = malloc(sizeof *block);
    shared = block;
    __VERIFIER_hp_t *own = __VERIFIER_hp_alloc();
    __VERIFIER_hp_protect(own, &shared);
    __VERIFIER_hp_retire(block);
    __VERIFIER_hp_retire(block); // <- violation
    return 0;
}
