// expect: inconclusive
// message: a semaphore by two names that differ in slashes
// Slashes that a name begins with are no part of it: this is one semaphore, at two addresses.
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stddef.h>

int main(void)
{
    sem_t *one = sem_open("/gate", O_CREAT, 0600, 0), *two = sem_open("//gate", 0);
    assert(one != SEM_FAILED && two != SEM_FAILED && one != two);
    sem_post(one);
    assert(sem_trywait(two) == 0);
    return 0;
}
