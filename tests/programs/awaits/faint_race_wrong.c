// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// line: 30 31 32
// A counter that is never looked at races like any other, though the rounds of the loops that count have no effect: with an
// atomic addition that is never executed since it waits for nothing, too.
#include <pthread.h>
#include <stdatomic.h>

static unsigned counted, copied;
static atomic_uint added;

static void *counts(void *argument)
{
    for (;;)
        counted++;
    return argument;
}

static void *adds(void *argument)
{
    for (;;)
        atomic_fetch_add(&added, 1);
    return argument;
}

static void *looks(void *argument)
{
    (void)argument;
    copied = counted;
    *(unsigned *)&added = 0;
    copied += *(unsigned *)&added;
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, counts, NULL);
    pthread_create(&t[1], NULL, adds, NULL);
    pthread_create(&t[2], NULL, looks, NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    return 0;
}
