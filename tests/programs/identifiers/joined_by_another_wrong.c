// expect: violation
// kinds: assertion
// Another thread joins: whether before or after the creation of the one that may take the handle is left to the schedule.
#include <assert.h>
#include <pthread.h>

static pthread_t first;

static void *work(void *argument)
{
    return argument;
}

static void *joiner(void *argument)
{
    pthread_join(first, NULL);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&t, NULL, joiner, NULL);
    pthread_create(&u, NULL, work, NULL);
    assert(u != first); // <- violation
    pthread_join(t, NULL);
    pthread_join(u, NULL);
}
