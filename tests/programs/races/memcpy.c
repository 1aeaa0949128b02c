// Copies are accesses.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on from\[9\]: .*in first
#include <pthread.h>

#include <string.h>
char from[16], to[16];
static void *first(void *argument)
{
    memcpy(to, from, sizeof to);
    return argument;
}

static void *second(void *argument)
{
    from[9] = 1;
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
