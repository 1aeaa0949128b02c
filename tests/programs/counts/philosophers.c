// expect: safe
// heddle: --independence=none
// case: N=2 none=2 classic=2 source=2 optimal=2
// case: N=3 none=142 source=6 optimal=6
// case: N=4 none=64000 source=14 optimal=14
// case: N=5 source=30 optimal=30 prune=22
// case: N=8 source=254 optimal=254 prune=90
// case: N=12 optimal=4094 prune=368
// N philosophers eat once, each with the fork of lower number first. Each fork has two users, who come in either order:
// 2^N, but not all the same way round the table, in a circle: 2^N - 2 traces. (Two philosophers take fork 0 first, both:
// 2 = 2^2 - 2 as well.)
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t forks[N];

static void *eat(void *argument)
{
    intptr_t me = (intptr_t)argument, low = me, high = me + 1;
    if (me == N - 1) {
        low = 0;
        high = me;
    }
    pthread_mutex_lock(&forks[low]);
    pthread_mutex_lock(&forks[high]);
    pthread_mutex_unlock(&forks[high]);
    pthread_mutex_unlock(&forks[low]);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], NULL, eat, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
