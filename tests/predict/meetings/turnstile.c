// A barrier made of semaphores, which is used again.
// wrong: data-race
#include <pthread.h>
#include <semaphore.h>

#if WRONG == 1
#define COUNT 1
#else
#define COUNT 2
#endif
#if WRONG == 1
#define SECOND board[i] = 0;
#else
#define SECOND turn(0);
#endif

enum { N = 3, ROUNDS = COUNT };
static sem_t mutex, first, second;
static int count, board[N], copy[N];
static void turn(int up)
{
    sem_wait(&mutex);
    if (up ? ++count == N : --count == 0) {
        if (up) {
            sem_wait(&second);
            sem_post(&first);
        } else {
            sem_wait(&first);
            sem_post(&second);
        }
    }
    sem_post(&mutex);
    sem_t *gate = up ? &first : &second;
    sem_wait(gate);
    sem_post(gate);
}
static void *work(void *argument)
{
    int i = (int)(long)argument;
    for (int r = 0; r < ROUNDS; r++) {
        board[i] = r + i;
        turn(1);
        copy[i] = board[(i + 1) % N];
        SECOND
    }
    return NULL;
}
int main(void)
{
    pthread_t t[N];
    sem_init(&mutex, 0, 1);
    sem_init(&first, 0, 0);
    sem_init(&second, 0, 1);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
