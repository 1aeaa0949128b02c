// Sections without a conflict may come in the other order.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on x
#include <heddle.h>
#include <pthread.h>

int x, a, b;
int flag;
static void *first(void *argument)
{
    x = 1;
    heddle_atomic_begin();
    a = 1;
    heddle_atomic_end();
    __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
    return argument;
}

static void *second(void *argument)
{
    heddle_atomic_begin();
    b = 1;
    heddle_atomic_end();
    if (__atomic_load_n(&flag, __ATOMIC_RELAXED))
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
