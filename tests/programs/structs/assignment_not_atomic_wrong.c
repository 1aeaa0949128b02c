// expect: violation
// kinds: assertion
// Assigning a structure is not one step.
#include <assert.h>
#include <pthread.h>

struct point {
    long x, y;
};

static struct point shared = {1, 1};

static void *mover(void *argument)
{
    struct point next = {2, 2};
    shared = next;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, mover, NULL);
    struct point seen = shared;
    assert(seen.x == seen.y); // <- violation
    pthread_join(t, NULL);
    return 0;
}
