// A set of semaphores that was made before a fork is shared with the child, which posts: heddle does not see that.
// expect: inconclusive
// por: default
#include <sys/ipc.h>
#include <sys/sem.h>
#include <unistd.h>

int main(void)
{
    int set = semget(IPC_PRIVATE, 1, 0600 | IPC_CREAT);
    struct sembuf post = {0, 1, 0}, wait = {0, -1, 0};
    if (fork() == 0) {
        semop(set, &post, 1);
        _exit(0);
    }
    semop(set, &wait, 1);
    return 0;
}
