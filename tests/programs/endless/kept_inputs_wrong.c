// expect: violation
// kinds: assertion
// case: KEEP=1 default states
// case: KEEP=2 default states
// case: KEEP=3 default states
// case: KEEP=4 default states
// case: KEEP=1 LATER=1 default states
// case: KEEP=2 LATER=1 default states
// case: KEEP=3 LATER=1 default states
// case: KEEP=4 LATER=1 default states
// What kept_inputs_right.c does where states hold several inputs, or something was decided about one: these are not as any other.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef LATER // which of the two is explored first
#define LATER 0
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned mode, copy;

static unsigned input(void)
{
    unsigned value;
    heddle_symbolic(&value, sizeof value, "value");
    return value;
}

static void keep(void)
{
    unsigned value = input();
    bool other = (input() & 1) != LATER;
    pthread_mutex_lock(&lock);
#if KEEP == 1 // two ranges
    if (value < 10 || (other && value < 20))
        mode = value;
#elif KEEP == 2 // one input, or two
    mode = value;
    copy = other ? input() : value;
#elif KEEP == 3 // which of the two is which
    mode = value;
    copy = input();
    heddle_assume(other ? mode < copy : mode > copy);
#elif KEEP == 4 // of one the other thread knows something
    if (!other && value > 100)
        copy = mode = value;
    else if (other)
        mode = value;
#endif
    pthread_mutex_unlock(&lock);
}

static void look(void)
{
    pthread_mutex_lock(&lock);
#if KEEP == 1
    assert(mode != 15);
#elif KEEP == 2
    assert(mode == copy);
#elif KEEP == 3
    assert(mode >= copy);
#elif KEEP == 4
    assert(copy <= mode);
#endif
    pthread_mutex_unlock(&lock);
}

static void *server(void *argument)
{
    for (;;)
        keep();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, server, NULL);
    for (;;)
        look();
}
