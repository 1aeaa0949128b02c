// heddle: --max-seconds=4
// expect: inconclusive
// message: thread main.1 is in this loop, after more than [0-9]+ rounds \(--unwind=N bounds loops\)
// por: default
// An execution that never ends, and nothing that fails: the loop is named.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static unsigned long long rounds;

static void *waiter(void *argument)
{
    while (!atomic_load(&flag))
        rounds++;
    return rounds == 7 ? NULL : argument;
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, waiter, NULL);
    atomic_store(&flag, 1);
    pthread_join(t, &result);
    return result != NULL;
}
