// Bit-fields of one storage unit share their memory.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on s
#include <pthread.h>

struct {
    unsigned a : 3, b : 5;
} s;
static void *first(void *argument)
{
    s.a = 1;
    return argument;
}

static void *second(void *argument)
{
    s.b = 2;
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
