// heddle: --property=data-race
// expect: violation
// kinds: data-race
// One description, used by two threads, keeps nobody out.
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>

static int file, shared;

static void *work(void *unused)
{
    flock(file, LOCK_EX);
    shared++;
    flock(file, LOCK_UN);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    file = open("/tmp/lock", O_CREAT | O_RDWR, 0600);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
