// expect: safe
// Locks of open file descriptions keep threads apart that have opened the file each for itself.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int inside;

static void *locked(void *argument)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int file = *(int *)argument;
    assert(fcntl(file, F_OFD_SETLKW, &lock) == 0);
    assert(++inside == 1);
    inside--;
    lock.l_type = F_UNLCK;
    assert(fcntl(file, F_OFD_SETLK, &lock) == 0);
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
