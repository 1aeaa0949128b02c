// heddle: --property=assertion,abort,memory,lock,arithmetic
// expect: safe
// por: states default
// text: , 3449 states,
// The bakery lock with tickets of two colours, so that their numbers are bounded (Taubenfeld, 2004), taken and given back for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int colour, choosing[2], ticket[2], ticket_colour[2];
static int inside;

static int is_before(int own, int other, int mine)
{
    int theirs = atomic_load(&ticket_colour[other]), number = atomic_load(&ticket[other]);
    if (number == 0)
        return 0;
    if (theirs == mine) {
        int own_number = atomic_load(&ticket[own]);
        return number < own_number || (number == own_number && other < own);
    }
    return mine == atomic_load(&colour);
}

static void *thread(void *argument)
{
    int own = (int)(intptr_t)argument, other = 1 - own;
    for (;;) {
#ifndef WRONG // others wait while a thread draws
        atomic_store(&choosing[own], 1);
#endif
        int mine = atomic_load(&colour), most = 0;
        atomic_store(&ticket_colour[own], mine);
        if (atomic_load(&ticket_colour[other]) == mine)
            most = atomic_load(&ticket[other]);
        atomic_store(&ticket[own], most + 1);
        atomic_store(&choosing[own], 0);
        while (atomic_load(&choosing[other]))
            ;
        while (is_before(own, other, mine))
            ;
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&colour, 1 - mine);
        atomic_store(&ticket[own], 0);
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
