// heddle: --property=assertion,memory
// expect: safe
// por: states
// text: , [0-9]+ states,
// Each round decides about another input, of which nothing is left at its end; a variable whose address is handed on
// is another one in each round, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
static atomic_int flag, seen;

static int is_full(atomic_int *place, int *result)
{
    *result = atomic_load(place);
    return *result;
}

static void *sender(void *argument)
{
    for (;;) {
        int n = __VERIFIER_nondet_int();
        if (n > 3 && n < 100)
            atomic_store(&flag, n > 50 ? 2 : 1);
        while (atomic_load(&flag))
            ;
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sender, NULL);
    for (;;) {
        int value;
        while (!is_full(&flag, &value))
            ;
        assert(value == 1 || value == 2);
        atomic_store(&seen, value);
        atomic_store(&flag, 0);
    }
}
