// heddle: --property=assertion,abort,memory,lock,arithmetic
// expect: safe
// por: states default
// text: , 3500 states,
// A ticket lock with small numbers, taken and given back for ever by three threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef WRONG // three threads need three numbers
#define NUMBERS 2
#else
#define NUMBERS 4
#endif
static atomic_uint next, served;
static int inside;

static unsigned draw(void)
{
    unsigned n = atomic_load(&next);
    while (!atomic_compare_exchange_weak(&next, &n, (n + 1) % NUMBERS))
        ;
    return n;
}

static void *thread(void *argument)
{
    for (;;) {
        unsigned n = draw();
        while (atomic_load(&served) != n)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&served, (n + 1) % NUMBERS);
    }
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, thread, NULL);
    pthread_create(&u, NULL, thread, NULL);
    thread(NULL);
    return 0;
}
