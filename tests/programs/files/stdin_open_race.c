// heddle: --property=data-race
// expect: violation
// kinds: data-race
// Where scanf writes there is a race with another thread.
#include <pthread.h>
#include <stdio.h>

static int x;

static void *set(void *argument)
{
    x = 3;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    scanf("%d", &x);
    pthread_join(thread, 0);
    return 0;
}
