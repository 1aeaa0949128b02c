// expect: safe
// executions: none=1 optimal=1 default=1
// The program reads where a text says, which may be anything: so all memory may be read, but no register is.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

static atomic_int flag;
static int data;

static void *worker(void *argument)
{
    data = 1;
    atomic_store(&flag, 1);
    return argument;
}

static int read_anywhere(void)
{
    uintptr_t address = (uintptr_t)&data;
    int *place;
    int ends[2];
    assert(pipe(ends) == 0 && write(ends[1], &address, sizeof address) == sizeof address);
    assert(read(ends[0], &place, sizeof place) == sizeof place);
    return *place;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    unsigned spins = 0;
    while (!atomic_load(&flag))
        if (++spins % 64 == 0)
            sched_yield();
    assert(data == 1);
    pthread_join(t, NULL);
    assert(read_anywhere() == 1);
    return 0;
}
