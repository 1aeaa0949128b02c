// expect: violation
// kinds: deadlock
// message: thread main waits for ever .fcntl. at .*record_locks_waits_wrong.c:16
// Whoever holds two descriptions of one file waits for itself.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 3, .l_len = 4};
    int first = open("/tmp/f", O_RDWR | O_CREAT, 0600), second = open("/tmp/f", O_RDWR);
    assert(fcntl(first, F_OFD_SETLKW, &lock) == 0);
    lock.l_start = 6;
    fcntl(second, F_OFD_SETLKW, &lock);
    return 0;
}
