// expect: safe
// A variable of the program that is called as one of heddle's own C library was: errno is still told.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>

static _Thread_local int error_number = 7;
static sem_t semaphore;

int main(void)
{
    sem_init(&semaphore, 0, 0);
    errno = 0;
    assert(sem_trywait(&semaphore) == -1);
    assert(errno == EAGAIN && error_number == 7);
    return 0;
}
