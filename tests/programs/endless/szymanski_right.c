// heddle: --property=assertion,abort,memory,lock,arithmetic
// expect: safe
// por: states default
// text: , 172 states,
// Szymanski's lock (1988), a waiting room with two doors, taken and given back for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define THREADS 2
static atomic_int flag[THREADS];
static int inside;

// Whether the flag of some thread from `first` to `last` lies in a range.
static int any(int first, int last, int low, int high)
{
    for (int k = first; k <= last; k++) {
        int f = atomic_load(&flag[k]);
        if (f >= low && f <= high)
            return 1;
    }
    return 0;
}

static void *thread(void *argument)
{
    int own = (int)(intptr_t)argument;
    for (;;) {
        atomic_store(&flag[own], 1);
        while (any(0, THREADS - 1, 3, 4))
            ;
        atomic_store(&flag[own], 3);
        if (any(0, THREADS - 1, 1, 1)) {
            atomic_store(&flag[own], 2);
            while (!any(0, THREADS - 1, 4, 4))
                ;
        }
        atomic_store(&flag[own], 4);
#ifndef WRONG // those before it have to leave first
        while (any(0, own - 1, 2, 4))
            ;
#endif
        inside++;
        assert(inside == 1);
        inside--;
        while (any(own + 1, THREADS - 1, 2, 3))
            ;
        atomic_store(&flag[own], 0);
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
