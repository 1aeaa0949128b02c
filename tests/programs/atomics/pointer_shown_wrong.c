// expect: violation
// kinds: memory
// text: read current = malloc at
// A configuration is replaced while it is read: atomic pointers are shown by what they point to.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
    int limit;
};

static _Atomic(struct config *) current;
static int seen;

static void *replace(void *unused)
{
    struct config *old = atomic_load(&current), *new;
    new = malloc(sizeof *new);
    new->limit = 20;
    atomic_store(&current, new);
    free(old);
    return unused;
}

int main(void)
{
    struct config *first;
    pthread_t t;
    first = malloc(sizeof *first);
    first->limit = 10;
    atomic_store(&current, first);
    pthread_create(&t, NULL, replace, NULL);
    struct config *mine = atomic_load(&current);
    seen = mine->limit; // <- violation
    pthread_join(t, NULL);
    free(current);
    return 0;
}
