// expect: inconclusive
// message: fork with shared memory|files and descriptors after fork
// case: FIRST=1 default
// case: FIRST=0 default
// A semaphore with a name: the child may post it, whether it was opened before the fork or after.
#include <fcntl.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    sem_t *semaphore = NULL;
    if (FIRST)
        semaphore = sem_open("/meeting", O_CREAT, 0600, 0);
    pid_t child = fork();
    if (!FIRST)
        semaphore = sem_open("/meeting", O_CREAT, 0600, 0);
    if (child < 0 || semaphore == SEM_FAILED)
        return 1;
    if (child == 0) {
        sem_post(semaphore);
        _exit(0);
    }
    sem_wait(semaphore);
    wait(NULL);
    return 0;
}
