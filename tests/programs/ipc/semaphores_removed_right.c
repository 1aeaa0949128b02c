// expect: safe
// Removing a set ends waits; waiting for zero; a time-out.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <time.h>

int semtimedop(int, struct sembuf *, size_t, const struct timespec *);
static int set;

static void *wait_for_it(void *unused)
{
    struct sembuf take = {0, -1, 0};
    assert(semop(set, &take, 1) == -1 && (errno == EIDRM || errno == EINVAL));
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct sembuf zero = {0, 0, 0}, take = {0, -1, 0};
    set = semget(1234, 1, IPC_CREAT | IPC_EXCL | 0600);
    assert(semget(1234, 1, IPC_CREAT | IPC_EXCL) == -1 && errno == EEXIST && semget(1234, 1, 0) == set);
    assert(semget(1234, 2, 0) == -1 && errno == EINVAL && semget(99, 1, 0) == -1 && errno == ENOENT);
    assert(semop(set, &zero, 1) == 0 && semtimedop(set, &take, 1, &(struct timespec){1, 0}) == -1 && errno == EAGAIN);
    pthread_create(&thread, NULL, wait_for_it, NULL);
    semctl(set, 0, IPC_RMID);
    pthread_join(thread, NULL);
    return 0;
}
