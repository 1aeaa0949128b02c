// Input and output of a thread, each handed over at a barrier.
// wrong: data-race
#include <pthread.h>
#include <unistd.h>

#if WRONG == 1
#define MIDDLE
#else
#define MIDDLE pthread_barrier_wait(&barrier);
#endif

static pthread_barrier_t barrier;
static int input, output;
static void *work(void *unused)
{
    pthread_barrier_wait(&barrier);
    output = input * 2;
    MIDDLE
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, work, NULL);
    input = 21;
    pthread_barrier_wait(&barrier);
    usleep(20000);
    MIDDLE
    int result = output;
    pthread_join(t, NULL);
    pthread_barrier_destroy(&barrier);
    pthread_barrier_init(&barrier, NULL, 1);
    pthread_barrier_wait(&barrier);
    return result == 43;
}
