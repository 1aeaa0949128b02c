// expect: violation
// kinds: assertion
// heddle: --independence=threads
// What main computed with a handle before the second thread existed tells the threads apart as well.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static uintptr_t key;
static atomic_int turn;

static void *run(void *argument)
{
    if (turn++ == 0)
        assert((uintptr_t)pthread_self() / 3 == key); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, run, NULL);
    key = (uintptr_t)t[0] / 3;
    pthread_create(&t[1], NULL, run, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
