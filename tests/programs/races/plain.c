// Two threads write the same variable.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on x: write of 4 bytes by main\.[12] at plain\.c:\d+ in (first|second), holding no lock; write of 4 bytes
#include <pthread.h>

int x;
static void *first(void *argument)
{
    x = 1;
    return argument;
}

static void *second(void *argument)
{
    x = 2;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
