// A detached thread is ordered with nothing that comes after its creation.
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
    x = 3;
    pthread_create(&thread, NULL, writer, NULL);
    pthread_detach(thread);
    x = 2;
    return 0;
}
