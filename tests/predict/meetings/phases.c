// Each round computes from what all had; without the second barrier a neighbour may already have gone on.
// wrong: data-race
#include <pthread.h>

#if WRONG == 1
#define SECOND
#else
#define SECOND pthread_barrier_wait(&barrier);
#endif

enum { N = 3, ROUNDS = 3 };
static pthread_barrier_t barrier;
static int now[N], next[N];
static void *work(void *argument)
{
    int i = (int)(long)argument;
    for (int r = 0; r < ROUNDS; r++) {
        next[i] = now[i] + now[(i + 1) % N];
        pthread_barrier_wait(&barrier);
        now[i] = next[i];
        SECOND
    }
    return NULL;
}
int main(void)
{
    pthread_t t[N];
    pthread_barrier_init(&barrier, NULL, N);
    for (int i = 0; i < N; i++)
        now[i] = i;
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    pthread_barrier_destroy(&barrier);
    return 0;
}
