// expect: violation
// kinds: assertion
// rule: waiting-joins optimal
// heddle: --independence=threads --property=assertion
// Who comes first never ends. So main comes to the assertion only where that is the second thread, whose end it does not wait for
// before.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int turn;
static sem_t never;

static void *run(void *argument)
{
    if (turn++ == 0)
        sem_wait(&never);
    return argument;
}

int main(void)
{
    pthread_t t[2];
    sem_init(&never, 0, 0);
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, run, NULL);
    pthread_join(t[0], NULL);
    assert(0); // <- violation
    pthread_join(t[1], NULL);
    return 0;
}
