// expect: violation
// kinds: assertion
// rule: arguments optimal
// heddle: --independence=threads
// Threads with one routine and different arguments are not alike: only where the second one comes first does it fail.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int first;

static void *run(void *argument)
{
    int number = (int)(intptr_t)argument, none = 0;
    if (atomic_compare_exchange_strong(&first, &none, number))
        assert(number == 1); // <- violation
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (intptr_t k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, run, (void *)(k + 1));
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
