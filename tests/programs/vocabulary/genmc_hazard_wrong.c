// expect: violation
// kinds: memory
// What is not protected may be released when it is read.
#include <assert.h>
#include <genmc.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *read_one(void *unused)
{
    __VERIFIER_hp_t *own = __VERIFIER_hp_alloc();
    int *seen = shared;
    assert(*seen == 1 || *seen == 2); // <- violation
    __VERIFIER_hp_free(own);
    return unused;
}

static int *make(int value)
{
    int *made = malloc(sizeof *made);
    *made = value;
    return made;
}

int main(void)
{
    atomic_init(&shared, make(1));
    __VERIFIER_thread_t reader = __VERIFIER_spawn(read_one, NULL);
    __VERIFIER_hp_retire(atomic_exchange(&shared, make(2)));
    __VERIFIER_join(reader);
    __VERIFIER_hp_retire(shared);
    return 0;
}
