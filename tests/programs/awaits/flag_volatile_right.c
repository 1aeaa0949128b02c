// expect: safe
// A thread that waits for a flag reads it again and again: the rounds in which it finds nothing are not explored.
#include <assert.h>
#include <pthread.h>

static volatile int flag, data;

static void *writer(void *argument)
{
    data = 1;
    flag = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    while (!flag)
        ;
    assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}
