// A thread that looks several times before it sees the flag: the looks in vain are left out.
// heddle: --por=random --seed=3 --slice=off
// por: default
// expect: violation
// kinds: assertion
// text: ^Schedule  3 steps, 1 context switch 
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, data;

static void *producer(void *argument)
{
    atomic_store(&flag, 1);
    atomic_store(&data, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, producer, NULL);
    for (int i = 0; i < 5; i++)
        if (atomic_load(&flag))
            assert(atomic_load(&data)); // <- violation
    pthread_join(thread, NULL);
}
