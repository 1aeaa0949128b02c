// options: --property=data-race
// What is published by a flag is read without order.
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
static atomic_int flag;
#else
static int flag;
#endif
static int data;

static void *publish(void *unused)
{
    data = 42;
    flag = 1;
    return unused;
}

int main(void)
{
    pthread_t publisher;
    int seen = 42;
    pthread_create(&publisher, NULL, publish, NULL);
    if (flag)
        seen = data;
    pthread_join(publisher, NULL);
    return seen != 42;
}
