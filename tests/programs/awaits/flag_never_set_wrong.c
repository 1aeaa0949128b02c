// expect: violation
// kinds: deadlock
// message: main spins for ever
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, other;

static void *writer(void *argument)
{
    other = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    while (!flag) // <- violation
        ;
    pthread_join(t, NULL);
    return 0;
}
