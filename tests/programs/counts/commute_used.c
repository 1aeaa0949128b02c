// Additions whose results are used do not: one execution for every order.
// heddle: --independence=commute
// expect: safe
// por: none source optimal
// executions: optimal=6
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *update(void *argument)
{
    int old = atomic_fetch_add(&x, 1);
    if (old < 0)
        argument = NULL;
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
