// heddle: --property=assertion,deadlock,data-race
// expect: safe
// Open file descriptions keep each other out, also of one program; other kinds of locks are of no matter.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int shared;

static void *work(void *unused)
{
    int file = open("/tmp/lock", O_RDONLY);
    assert(flock(file, LOCK_EX) == 0);
    shared++;
    close(file); // the last descriptor: the lock ends
    return unused;
}

int main(void)
{
    pthread_t thread;
    int file = open("/tmp/lock", O_CREAT | O_RDWR, 0600), other = open("/tmp/lock", O_RDONLY);
    assert(flock(file, LOCK_SH) == 0 && flock(other, LOCK_SH) == 0);
    assert(flock(file, LOCK_EX | LOCK_NB) == -1 && errno == EWOULDBLOCK);
    assert(flock(other, LOCK_EX | LOCK_NB) == 0); // the attempt has given up the first one's lock
    assert(flock(other, LOCK_UN) == 0 && flock(other, LOCK_UN) == 0 && flock(file, LOCK_EX) == 0);
    assert(flock(file, 3) == -1 && errno == EINVAL && flock(77, LOCK_SH) == -1 && errno == EBADF);
    assert(lockf(file, F_TLOCK, 0) == 0);
    pthread_create(&thread, NULL, work, NULL);
    shared++;
    flock(file, LOCK_UN);
    pthread_join(thread, NULL);
    assert(shared == 2);
    return 0;
}
