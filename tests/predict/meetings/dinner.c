// Forks are semaphores; each thread takes only one.
// wrong: data-race
#include <pthread.h>
#include <semaphore.h>

#if WRONG == 1
#define TAKE
#else
#define TAKE sem_wait(&fork_of[right]);
#endif
#if WRONG == 1
#define GIVE
#else
#define GIVE sem_post(&fork_of[right]);
#endif

enum { N = 3 };
static sem_t fork_of[N];
static int owner[N], meals[N];
static void *dine(void *argument)
{
    int i = (int)(long)argument, left = i, right = (i + 1) % N;
    if (left > right) {
        int t = left;
        left = right;
        right = t;
    }
    for (int r = 0; r < 2; r++) {
        sem_wait(&fork_of[left]);
        TAKE owner[left] = owner[right] = i;
        meals[i]++;
        GIVE sem_post(&fork_of[left]);
    }
    return NULL;
}
int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        sem_init(&fork_of[i], 0, 1);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, dine, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
