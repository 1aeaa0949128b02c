// expect: violation
// kinds: data-race
// heddle: --property=data-race --prune=on --race-proof=off
// rule: race-cuts none classic source optimal
// docs/design.md 7.23: in one mode the first access is made before the second, in another one after it, and in the last one nothing
// orders them. By then the states behind either access have been seen: each of the two is cut before it meets the other.
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

enum mode { FIRST_BEFORE_SECOND, SECOND_BEFORE_FIRST, NO_ORDER };

static sem_t first_done, second_done;
static enum mode mode;
static int shared;
static atomic_int other;

static void *first(void *argument)
{
    int waits = mode == SECOND_BEFORE_FIRST, tells = mode == FIRST_BEFORE_SECOND;
    if (waits)
        sem_wait(&second_done);
    shared = 1;
    if (tells)
        sem_post(&first_done);
    return argument;
}

static void *second(void *argument)
{
    int waits = mode == FIRST_BEFORE_SECOND, tells = mode == SECOND_BEFORE_FIRST;
    if (waits)
        sem_wait(&first_done);
    shared = 1; // <- violation
    if (tells)
        sem_post(&second_done);
    return argument;
}

// Somebody who can always go on, so that each state is one in which there is a choice.
static void *beside(void *argument)
{
    other++;
    other++;
    return argument;
}

static __attribute__((noinline)) void set_mode(enum mode drawn)
{
    mode = drawn;
}

int main(void)
{
    pthread_t threads[3];
    unsigned drawn;
    sem_init(&first_done, 0, 0);
    sem_init(&second_done, 0, 0);
    heddle_symbolic(&drawn, sizeof drawn, "mode");
    if (drawn == 0)
        set_mode(NO_ORDER);
    else if (drawn == 1)
        set_mode(FIRST_BEFORE_SECOND);
    else
        set_mode(SECOND_BEFORE_FIRST);
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_create(&threads[2], 0, beside, 0);
    for (int k = 0; k < 3; k++)
        pthread_join(threads[k], 0);
    return 0;
}
