// Without a join the write of main races.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on x
#include <pthread.h>

int x;

static void *writer(void *argument)
{
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    x = 2;
    pthread_join(thread, NULL);
    return 0;
}
