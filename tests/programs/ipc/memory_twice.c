// expect: inconclusive
// message: shmat of a segment that is attached already
#include <stddef.h>
#include <sys/ipc.h>
#include <sys/shm.h>

int main(void)
{
    int segment = shmget(IPC_PRIVATE, 100, 0600);
    char *first = shmat(segment, NULL, 0), *second = shmat(segment, NULL, 0);
    first[0] = 1;
    return second[0] != 1;
}
