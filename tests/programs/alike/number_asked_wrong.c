// expect: violation
// kinds: assertion
// rule: handles optimal
// heddle: --independence=threads
// Threads ask for their numbers, and keep the first one that came: it may be the higher one.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int first;

static void *run(void *argument)
{
    int none = 0, own = gettid();
    if (!atomic_compare_exchange_strong(&first, &none, own))
        assert(none < own); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, run, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
