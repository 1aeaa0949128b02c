// Different elements of an array, by an index that is an input.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>

#include <heddle.h>
int table[8];
unsigned i;
static void *first(void *argument)
{
    table[i % 4] = 1;
    return argument;
}

static void *second(void *argument)
{
    table[4 + i % 4] = 2;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    heddle_symbolic(&i, sizeof i, "i");
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
