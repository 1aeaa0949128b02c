// heddle: --unwind=3
// expect: violation
// kinds: assertion
// The flag is raised before the data: with one more look the reader finds the flag without the data.
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
