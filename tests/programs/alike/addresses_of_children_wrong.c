// expect: violation
// kinds: assertion
// heddle: --independence=threads
// With two threads, what they have created is exchanged. Addresses of objects of the threads that they have created are compared by order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int turn;
static uintptr_t where[2];

static void *note(void *place)
{
    int own = 0;
    *(uintptr_t *)place = (uintptr_t)&own;
    return NULL;
}

static void *run(void *argument)
{
    pthread_t child;
    pthread_create(&child, NULL, note, &where[turn++]);
    pthread_join(child, NULL);
    return argument;
}

int main(void)
{
    pthread_t t[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, run, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    assert(where[0] < where[1]); // <- violation
    return 0;
}
