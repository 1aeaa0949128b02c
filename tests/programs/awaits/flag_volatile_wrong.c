// expect: violation
// kinds: assertion
#include <assert.h>
#include <pthread.h>

static volatile int flag, data;

static void *writer(void *argument)
{
    flag = 1;
    data = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    while (!flag)
        ;
    assert(data == 1); // <- violation
    pthread_join(t, NULL);
    return 0;
}
