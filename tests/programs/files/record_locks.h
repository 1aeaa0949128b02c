// Two threads that have opened a file each for itself lock a part of it, by the commands of fcntl LOCK_AND_WAIT and LOCK.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int inside;

static void *locked(void *argument)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int file = *(int *)argument;
    assert(fcntl(file, LOCK_AND_WAIT, &lock) == 0);
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    lock.l_type = F_UNLCK;
    assert(fcntl(file, LOCK, &lock) == 0);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int first = open("/tmp/f", O_RDWR | O_CREAT, 0600), second = open("/tmp/f", O_RDWR);
    pthread_create(&thread, NULL, locked, &first);
    locked(&second);
    pthread_join(thread, NULL);
    return 0;
}
