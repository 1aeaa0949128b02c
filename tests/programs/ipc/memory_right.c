// heddle: --property=assertion,memory,leak,uninitialised
// expect: safe
// A segment keeps what it holds while it is not attached, and is over with the last detachment after its removal.
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ipc.h>
#include <sys/shm.h>

int main(void)
{
    int segment = shmget(7, 5000, IPC_CREAT | 0600);
    assert(segment >= 0 && shmget(7, 5001, 0) == -1 && errno == EINVAL && shmget(7, 5000, 0) == segment);
    char *first = shmat(segment, NULL, 0);
    assert((uintptr_t)first % 4096 == 0 && first[0] == 0 && first[8191] == 0);
    first[4999] = 'x';
    assert(shmdt(first) == 0);
    char *second = shmat(segment, NULL, 0);
    assert(second[4999] == 'x' && second[0] == 0 && shmctl(segment, IPC_RMID, NULL) == 0);
    assert(shmget(7, 5000, 0) == -1 && errno == ENOENT && second[4999] == 'x');
    assert(shmdt(second + 1) == -1 && shmdt(second) == 0 && shmat(segment, NULL, 0) == (void *)-1);
    return 0;
}
