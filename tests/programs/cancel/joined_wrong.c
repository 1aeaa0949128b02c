// expect: violation
// kinds: lock
// message: cancellation of thread main.1, which has ended and is joined
#include <pthread.h>

static pthread_t first;

static void *ends(void *argument)
{
    return argument;
}

static void *joins(void *argument)
{
    pthread_join(first, NULL);
    return argument;
}

int main(void)
{
    pthread_t joiner;
    pthread_create(&first, NULL, ends, NULL);
    pthread_create(&joiner, NULL, joins, NULL);
    pthread_cancel(first); // <- violation
    pthread_join(joiner, NULL);
    return 0;
}
