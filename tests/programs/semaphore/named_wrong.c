// expect: violation
// kinds: memory
// message: freed
// One thread closes a semaphore for the last time while another one uses it.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t *gate;

static void *enter(void *argument)
{
    sem_post(gate);
    return argument;
}

int main(void)
{
    pthread_t thread;
    gate = sem_open("/gate", O_CREAT, 0600, 1);
    pthread_create(&thread, NULL, enter, NULL);
    sem_close(gate);
    pthread_join(thread, NULL);
    return 0;
}
