// expect: violation
// kinds: deadlock
// semop is no point of cancellation.
#include <pthread.h>
#include <stddef.h>
#include <sys/ipc.h>
#include <sys/sem.h>

static void *work(void *set)
{
    struct sembuf take = {0, -1, 0};
    semop(*(int *)set, &take, 1);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int set = semget(IPC_PRIVATE, 1, 0600);
    pthread_create(&thread, NULL, work, &set);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
