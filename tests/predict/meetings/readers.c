// Readers keep a writer out: with a room for two, and one that reads once more.
// wrong: data-race data-race
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#if WRONG == 1
#define LEAVE leave();
#elif WRONG == 2
#define LEAVE                                                                                                \
    leave();                                                                                                 \
    seen[i] += value;
#else
#define LEAVE leave();
#endif
#if WRONG == 1
#define ROOM 2
#elif WRONG == 2
#define ROOM 1
#else
#define ROOM 1
#endif

static sem_t mutex, room;
static int readers, value, seen[2];
static void enter(void)
{
    sem_wait(&mutex);
    if (++readers == 1)
        sem_wait(&room);
    sem_post(&mutex);
}
static void leave(void)
{
    sem_wait(&mutex);
    if (--readers == 0)
        sem_post(&room);
    sem_post(&mutex);
}
static void *reader(void *argument)
{
    int i = (int)(long)argument;
    usleep((unsigned)i * 10000);
    enter();
    seen[i] = value;
    LEAVE
    return NULL;
}
static void *writer(void *unused)
{
    usleep(30000);
    sem_wait(&room);
    value = 5;
    sem_post(&room);
    return unused;
}
int main(void)
{
    pthread_t r, s, w;
    sem_init(&mutex, 0, 1);
    sem_init(&room, 0, ROOM);
    pthread_create(&r, NULL, reader, (void *)0);
    pthread_create(&s, NULL, reader, (void *)1);
    pthread_create(&w, NULL, writer, NULL);
    pthread_join(r, NULL);
    pthread_join(s, NULL);
    pthread_join(w, NULL);
    return 0;
}
