// expect: violation
// kinds: deadlock
// Two threads take two semaphores one after the other, in different order.
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/sem.h>

static int set;

static void change(unsigned short number, short by)
{
    struct sembuf operation = {number, by, 0};
    semop(set, &operation, 1);
}

static void *work(void *unused)
{
    change(1, -1);
    change(0, -1);
    change(0, 1);
    change(1, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    set = semget(IPC_PRIVATE, 2, IPC_CREAT | 0600);
    change(0, 1);
    change(1, 1);
    pthread_create(&thread, NULL, work, NULL);
    change(0, -1);
    change(1, -1);
    change(1, 1);
    change(0, 1);
    pthread_join(thread, NULL);
    return 0;
}
