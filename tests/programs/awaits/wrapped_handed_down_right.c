// Rounds that hand addresses of their variables on: through three calls and back, in a structure that points to
// itself, next to an array whose size is known late.
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct request {
    struct request *self;
    int *expected;
    int want, storage;
};

static atomic_int lock, phase;
static int counter;

static int *same(int *p)
{
    return p;
}

static bool serve(struct request *r)
{
    return atomic_compare_exchange_weak(&lock, same(r->self->expected), r->self->want);
}

static bool try_lock(void)
{
    struct request r = {.want = 1};
    r.self = &r;
    r.expected = &r.storage;
    return serve(&r);
}

static bool phase_is(int wanted, int size)
{
    int seen[size];
    for (int i = 0; i < size; i++)
        seen[i] = atomic_load(&phase);
    return seen[size - 1] == wanted;
}


static void *worker(void *argument)
{
    while (!phase_is(1, 3))
        ;
    while (!try_lock())
        ;
    counter++;
    atomic_store(&lock, 0);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    atomic_store(&phase, 1);
    while (!try_lock())
        ;
    counter++;
    atomic_store(&lock, 0);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
