// expect: safe
// por: states default
// text: , 186 states,
// Dekker's lock (Dijkstra, 1965), taken and given back for ever.
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
        atomic_store(&wants[own], 1);
        while (atomic_load(&wants[other])) {
            if (atomic_load(&turn) == own)
#ifdef WRONG // whose turn it is goes on without waiting
                break;
#else
                continue;
#endif
            atomic_store(&wants[own], 0);
            while (atomic_load(&turn) != own)
                ;
            atomic_store(&wants[own], 1);
        }
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&turn, other);
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
