// Two threads wait for each other, or only one of them does.
// wrong: data-race
#include <pthread.h>
#include <semaphore.h>

#if WRONG == 1
#define WAIT_B
#else
#define WAIT_B sem_wait(&b_here);
#endif

static sem_t a_here, b_here;
static int a, b, sum_a, sum_b;
static void *one(void *unused)
{
    a = 1;
    sem_post(&a_here);
    WAIT_B
    sum_a = a + b;
    return unused;
}
static void *two(void *unused)
{
    b = 2;
    sem_post(&b_here);
    sem_wait(&a_here);
    sum_b = a + b;
    return unused;
}
int main(void)
{
    pthread_t t, s;
    sem_init(&a_here, 0, 0);
    sem_init(&b_here, 0, 0);
    pthread_create(&s, NULL, two, NULL);
    pthread_create(&t, NULL, one, NULL);
    pthread_join(t, NULL);
    pthread_join(s, NULL);
    return sum_a + sum_b == 100;
}
