// expect: violation
// kinds: data-race
// heddle: --property=data-race
// por: none optimal default
// An address goes from thread to thread as the values of two semaphores.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

static int value;
static sem_t low, high;

static void *set(void *argument)
{
    int l, h;
    sem_getvalue(&low, &l);
    sem_getvalue(&high, &h);
    *(int *)((uintptr_t)h << 24 | (uintptr_t)l) = 1; // <- violation
    return argument;
}

int main(void)
{
    pthread_t thread;
    sem_init(&low, 0, (uintptr_t)&value & 0xffffff);
    sem_init(&high, 0, (unsigned)((uintptr_t)&value >> 24));
    pthread_create(&thread, 0, set, 0);
    int seen = value;
    pthread_join(thread, 0);
    return seen;
}
