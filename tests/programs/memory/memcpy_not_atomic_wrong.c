// expect: violation
// kinds: assertion
// A structure is copied word by word; the other thread may change it half way.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair {
    long a, b; // equal whenever a writer is finished
};

static struct pair shared;

static void *writer(void *argument)
{
    struct pair new = {1, 1};
    memcpy(&shared, &new, sizeof new);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    struct pair seen;
    memcpy(&seen, &shared, sizeof seen);
    pthread_join(t, NULL);
    assert(seen.a == seen.b); // <- violation
    return 0;
}
