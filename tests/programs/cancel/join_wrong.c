// expect: violation
// kinds: lock
// message: join of thread main.1, which is already joined
// The join may come before the request.
#include <pthread.h>

static pthread_t inner;

static void *ends(void *argument)
{
    return argument;
}

static void *joins(void *argument)
{
    pthread_join(inner, NULL);
    return argument;
}

int main(void)
{
    pthread_t outer;
    void *result;
    pthread_create(&inner, NULL, ends, NULL);
    pthread_create(&outer, NULL, joins, NULL);
    pthread_cancel(outer);
    pthread_join(outer, &result);
    pthread_join(inner, NULL); // <- violation
    return 0;
}
