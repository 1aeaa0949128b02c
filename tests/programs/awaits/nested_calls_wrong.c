// expect: violation
// kinds: deadlock
// message: main.* spins for ever.*main.1 spins for ever
// case: DEPTH=0 none classic source optimal default prune
// case: DEPTH=7 none classic source optimal default prune
// case: DEPTH=20 none classic source optimal default prune
// Two threads poll under one lock, behind calls of some depth, for what nobody sets; one of them counts how often it found
// the lock taken, but only up to two.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static int look(int depth, int *found)
{
    if (depth) {
        int taken = look(depth - 1, found);
        return taken;
    }
    if (pthread_mutex_trylock(&lock))
        return 1;
    *found = ready;
    pthread_mutex_unlock(&lock);
    return 0;
}

static void *poll(void *argument)
{
    int found = 0, taken = 0;
    while (!found) {
        int failed = look(DEPTH, &found);
        if (argument && failed && taken < 2)
            taken++;
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, poll, &t);
    poll(NULL);
    pthread_join(t, NULL);
    return 0;
}
