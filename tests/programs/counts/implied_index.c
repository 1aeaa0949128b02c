// expect: safe
// executions: none=5 classic=2 source=2 optimal=2
// Where the input is negative it is not 2, so the pointer is one of the elements of `table`, and the two threads' stores do
// not conflict: two traces, one for each sign. That it is not 2 is found, not assumed; it has to be known either way, or the
// stores seem to conflict in the one execution and not in the other, and `optimal` leaves out a trace.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int other, cells[3], table[4];

static void *store_by_input(void *argument)
{
    int input = __VERIFIER_nondet_int();
    if (input < table[1]) {
        int *place = input == 2 ? &other : &cells[1];
        *place = 1;
    }
    return argument;
}

static void *store(void *argument)
{
    cells[2] = 0;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, store, NULL);
    pthread_create(&b, NULL, store_by_input, NULL);
    return 0;
}
