// heddle: --property=data-race
// expect: violation
// kinds: data-race
// case: --seed=1 random=2
// case: --seed=2 random=1
// The flag orders the accesses only where the reader sees it set; it has to look before.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *writer(void *argument)
{
    data = 1;
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, writer, NULL);
    if (!ready)
        data = 2;
    pthread_join(a, NULL);
    return 0;
}
