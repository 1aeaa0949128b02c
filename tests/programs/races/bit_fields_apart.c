// Those of different units, and plain neighbours, do not.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>

struct {
    unsigned a : 3;
    unsigned : 0;
    unsigned b : 5;
    char c, d;
} s;
static void *first(void *argument)
{
    s.a = 1;
    s.c = 1;
    return argument;
}

static void *second(void *argument)
{
    s.b = 2;
    s.d = 2;
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
