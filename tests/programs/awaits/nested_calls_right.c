// expect: safe
// case: DEPTH=0 PLACE=0 none classic source optimal default prune
// case: DEPTH=4 PLACE=0 none classic source optimal default prune
// case: DEPTH=7 PLACE=0 none classic source optimal default prune
// case: DEPTH=8 PLACE=0 none classic source optimal default prune
// case: DEPTH=20 PLACE=0 none classic source optimal default prune
// case: DEPTH=12 PLACE=1 none classic source optimal default prune
// case: DEPTH=12 PLACE=2 none classic source optimal default prune
// case: DEPTH=12 PLACE=3 none classic source optimal default prune
// A loop counts how often another thread, which polls under a lock, held it, and gives up: behind calls of some depth, the
// counter a register of the outermost frame, in memory behind a pointer, thread-local or on the heap. Where all wait,
// states are compared to find out whether that is for ever: all frames of them.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static _Thread_local int own;

static int is_taken(void)
{
    if (pthread_mutex_trylock(&lock))
        return 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

static int look(int depth)
{
    if (depth == 0)
        return is_taken();
    int taken = look(depth - 1);
    return taken;
}

static int look_and_count(int depth, int *count)
{
    if (depth == 0)
        return *count += is_taken();
    int failed = look_and_count(depth - 1, count);
    return failed;
}

static void give_up_late(void)
{
    int local = 0, *count = PLACE == 1 ? &local : PLACE == 2 ? &own : calloc(1, sizeof *count);
    if (PLACE == 0)
        for (int failed = 0; failed < 3; failed += look(DEPTH))
            ;
    else
        while (look_and_count(DEPTH, count) < 3)
            ;
}

static void *poll(void *argument)
{
    for (int r = 0; !r;) {
        pthread_mutex_lock(&lock);
        r = ready;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, poll, NULL);
    give_up_late();
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
