// What the serial thread does is for all behind the next barrier only.
// wrong: data-race
#include <pthread.h>

#if WRONG == 1
#define SECOND
#else
#define SECOND pthread_barrier_wait(&barrier);
#endif

enum { N = 3 };
static pthread_barrier_t barrier;
static int part[N], total, seen[N];
static void *work(void *argument)
{
    int i = (int)(long)argument;
    part[i] = 1;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        for (int k = 0; k < N; k++)
            total += part[k];
    SECOND
    seen[i] = total;
    return NULL;
}
int main(void)
{
    pthread_t t[N];
    pthread_barrier_init(&barrier, NULL, N);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
