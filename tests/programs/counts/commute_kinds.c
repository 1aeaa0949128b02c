// Each kind commutes with itself.
// heddle: --independence=commute
// expect: safe
// por: none source optimal
// executions: optimal=1
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int y[5];
unsigned u[2];

static void *update(void *argument)
{
    __atomic_fetch_or(&y[0], 1, __ATOMIC_RELAXED);
    __atomic_fetch_and(&y[1], 1, __ATOMIC_RELAXED);
    __atomic_fetch_xor(&y[2], 1, __ATOMIC_RELAXED);
    __atomic_fetch_max(&y[3], 1, __ATOMIC_RELAXED);
    __atomic_fetch_min(&y[4], 1, __ATOMIC_RELAXED);
    __atomic_fetch_max(&u[0], 1, __ATOMIC_RELAXED);
    __atomic_fetch_min(&u[1], 1, __ATOMIC_RELAXED);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, update, (void *)(long)(i + 1));
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
