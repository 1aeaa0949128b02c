// expect: safe
// por: states default
// text: , 72 states,
// Peterson's lock (1981), taken and given back for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn;
static int inside;

static void *thread(void *argument)
{
    int own = (int)(intptr_t)argument, other = 1 - own;
    for (;;) {
#ifdef WRONG // the turn is given away before the thread says that it wants to go on
        atomic_store(&turn, other);
        atomic_store(&wants[own], 1);
#else
        atomic_store(&wants[own], 1);
        atomic_store(&turn, other);
#endif
        while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&wants[own], 0);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, (void *)1);
    thread(NULL);
    return 0;
}
