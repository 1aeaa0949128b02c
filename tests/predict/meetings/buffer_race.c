// A bounded buffer: a consumer without the mutex, and a space too many.
// wrong: data-race data-race
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#if WRONG == 1
#define PUT sem_wait(&mutex);
#elif WRONG == 2
#define PUT
#else
#define PUT sem_wait(&mutex);
#endif
#if WRONG == 1
#define PUT_END sem_post(&mutex);
#elif WRONG == 2
#define PUT_END
#else
#define PUT_END sem_post(&mutex);
#endif
#if WRONG == 1
#define GET
#elif WRONG == 2
#define GET sem_wait(&mutex);
#else
#define GET sem_wait(&mutex);
#endif
#if WRONG == 1
#define GET_END
#elif WRONG == 2
#define GET_END sem_post(&mutex);
#else
#define GET_END sem_post(&mutex);
#endif
#if WRONG == 1
#define SPACES SIZE
#elif WRONG == 2
#define SPACES (SIZE + 1)
#else
#define SPACES SIZE
#endif

enum { SIZE = 2, ITEMS = 4 };
static sem_t items, spaces, mutex;
static int buffer[SIZE], in, out, taken;
static void put(int value)
{
    sem_wait(&spaces);
    PUT buffer[in] = value;
    in = (in + 1) % SIZE;
    PUT_END
    sem_post(&items);
}
static int get(void)
{
    sem_wait(&items);
    GET int value = buffer[out];
    out = (out + 1) % SIZE;
    GET_END
    sem_post(&spaces);
    return value;
}
static void *produce(void *unused)
{
    for (int i = 0; i < ITEMS; i++)
        put(i + 1);
    return unused;
}
static void *consume(void *result)
{
    usleep(5000);
    for (int i = 0; i < ITEMS / 2; i++) {
        *(int *)result += get();
        usleep(3000);
    }
    return NULL;
}
int main(void)
{
    pthread_t p, c, d;
    int x = 0, y = 0;
    sem_init(&items, 0, 0);
    sem_init(&spaces, 0, SPACES);
    sem_init(&mutex, 0, 1);
    pthread_create(&p, NULL, produce, NULL);
    pthread_create(&c, NULL, consume, &x);
    pthread_create(&d, NULL, consume, &y);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    pthread_join(d, NULL);
    return x + y == 100;
}
