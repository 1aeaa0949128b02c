// expect: violation
// kinds: assertion
// heddle: --property=assertion
// Another thread releases the block, before or after the new one is allocated: nothing else orders the two.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *old;

static void *release(void *unused)
{
    free(old);
    return unused;
}

int main(void)
{
    pthread_t thread;
    old = malloc(8);
    void *stale = old;
    pthread_create(&thread, NULL, release, NULL);
    void *new = malloc(8);
    assert(new != stale); // <- violation
    pthread_join(thread, NULL);
}
