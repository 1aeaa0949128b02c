// expect: safe
#include <assert.h>
#include <errno.h>
#include <semaphore.h>

int main(void)
{
    sem_t s;
    int value;
    sem_init(&s, 0, 1);
    assert(sem_trywait(&s) == 0);
    errno = 0;
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    sem_post(&s);
    sem_post(&s);
    assert(sem_getvalue(&s, &value) == 0 && value == 2);
    sem_wait(&s);
    sem_getvalue(&s, &value);
    assert(value == 1);
    return 0;
}
