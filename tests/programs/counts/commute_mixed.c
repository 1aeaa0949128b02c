// Updates of different kinds do not.
// heddle: --independence=commute
// expect: safe
// por: none source optimal
// executions: optimal=4
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *update(void *argument)
{
    if (argument == (void *)1)
        atomic_fetch_or(&x, 1);
    else
        atomic_fetch_add(&x, 1);
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
