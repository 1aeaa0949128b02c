// expect: safe
// Sets of semaphores: an operation waits until all its parts are possible.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/sem.h>

union semun {
    int val;
    unsigned short *array;
};
static int set, shared;

static void *work(void *unused)
{
    struct sembuf take = {0, -1, SEM_UNDO}, give = {0, 1, SEM_UNDO};
    assert(semop(set, &take, 1) == 0);
    shared++;
    assert(semop(set, &give, 1) == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    unsigned short values[3] = {1, 0, 7};
    set = semget(IPC_PRIVATE, 3, 0600);
    assert(set >= 0 && semctl(set, 0, SETALL, (union semun){.array = values}) == 0);
    struct sembuf both[] = {{2, -7, IPC_NOWAIT}, {1, -1, IPC_NOWAIT}}, high = {3, 1, 0};
    assert(semop(set, both, 2) == -1 && errno == EAGAIN && semctl(set, 2, GETVAL) == 7);
    assert(semop(set, &high, 1) == -1 && errno == EFBIG && semctl(set, 1, SETVAL, (union semun){.val = 1}) == 0);
    assert(semop(set, both, 2) == 0 && semctl(set, 0, GETALL, (union semun){.array = values}) == 0 && values[2] == 0);
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    assert(shared == 2 && semctl(set, 0, IPC_RMID) == 0 && semctl(set, 0, GETVAL) == -1 && errno == EINVAL);
    return 0;
}
