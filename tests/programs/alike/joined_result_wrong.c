// expect: violation
// kinds: assertion
// heddle: --independence=threads
// What a join stores tells which thread did it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int turn;

static void *run(void *argument)
{
    (void)argument;
    return (void *)(intptr_t)turn++;
}

int main(void)
{
    pthread_t t[2];
    void *result[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, run, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], &result[k]);
    assert((intptr_t)result[0] == 0); // <- violation
    return 0;
}
