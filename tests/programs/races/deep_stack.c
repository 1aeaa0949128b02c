// Each access with its own stack; only the pair of places counts, not the calls.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on x: (read|write) of 4 bytes by main.[12] at deep_stack.c:\d+ in touch
#include <pthread.h>

int x;

static void touch(void)
{
    x++;
}

static void twice(void)
{
    touch();
    touch();
}

static void *first(void *argument)
{
    twice();
    return argument;
}

static void *second(void *argument)
{
    touch();
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
