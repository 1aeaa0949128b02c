// Members of a union share bytes.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on u\.bytes\[5\]
#include <pthread.h>

union {
    char bytes[8];
    long long word;
} u;
static void *first(void *argument)
{
    u.bytes[5] = 1;
    return argument;
}

static void *second(void *argument)
{
    (void)*(volatile long long *)&u.word;
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
