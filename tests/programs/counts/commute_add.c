// Additions and subtractions whose results nobody uses commute, whatever they are written as.
// heddle: --independence=commute
// expect: safe
// por: none source optimal
// executions: optimal=1
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *update(void *argument)
{
    atomic_fetch_add(&x, 1);
    x += 2;
    x--;
    __atomic_sub_fetch((int *)&x, (int)(long)argument, __ATOMIC_RELAXED);
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, update, (void *)(long)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
