// expect: safe
// A semaphore with a name has one address however often it is opened, and keeps its value while it is closed.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static int inside;

static void *enter(void *argument)
{
    sem_t *gate = sem_open("/gate", 0);
    assert(gate != SEM_FAILED);
    sem_wait(gate);
    assert(++inside == 1);
    inside--;
    sem_post(gate);
    assert(sem_close(gate) == 0);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    int value;
    assert(sem_open("/gate", 0) == SEM_FAILED && errno == ENOENT);
    assert(sem_open("/", O_CREAT, 0600, 1) == SEM_FAILED && errno == EINVAL);
    sem_t *gate = sem_open("/gate", O_CREAT | O_EXCL, 0600, 1);
    assert(gate != SEM_FAILED);
    assert(sem_open("/gate", O_CREAT, 0600, 5) == gate);
    assert(sem_open("/gate", O_CREAT | O_EXCL, 0600, 5) == SEM_FAILED && errno == EEXIST);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, enter, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    sem_wait(gate);
    assert(sem_close(gate) == 0 && sem_close(gate) == 0);
    gate = sem_open("/gate", 0);
    assert(sem_getvalue(gate, &value) == 0 && value == 0);
    assert(sem_unlink("/gate") == 0 && sem_unlink("/gate") == -1 && errno == ENOENT);
    assert(sem_open("/gate", 0) == SEM_FAILED);
    sem_post(gate);
    assert(sem_close(gate) == 0);
    return 0;
}
