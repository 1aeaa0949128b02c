// A barrier for fewer threads than use it.
// wrong: data-race
#include <pthread.h>
#include <unistd.h>

#if WRONG == 1
#define PARTIES (N / 2)
#else
#define PARTIES N
#endif

enum { N = 4 };
static pthread_barrier_t barrier;
static int part[N], sum[N];
static void *work(void *argument)
{
    int i = (int)(long)argument;
    usleep((unsigned)i * 20000);
    part[i] = i + 1;
    pthread_barrier_wait(&barrier);
    for (int k = 0; k < N; k++)
        sum[i] += part[k];
    return NULL;
}
int main(void)
{
    pthread_t t[N];
    pthread_barrier_init(&barrier, NULL, PARTIES);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
