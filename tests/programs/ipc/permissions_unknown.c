// Without permissions in the flags not even the owner may use a set of semaphores.
// expect: inconclusive
// message: that its owner may not read and write
// por: default
#include <assert.h>
#include <sys/ipc.h>
#include <sys/sem.h>

int main(void)
{
    struct sembuf post = {0, 1, 0};
    int set = semget(IPC_PRIVATE, 1, IPC_CREAT), result = set < 0 ? 0 : semop(set, &post, 1);
    assert(result == 0);
    return 0;
}
