// expect: violation
// kinds: deadlock
// A second description of one file waits for the first.
#include <fcntl.h>
#include <sys/file.h>

int main(void)
{
    int file = open("/tmp/lock", O_CREAT | O_RDWR, 0600), other = open("/tmp/lock", O_RDWR);
    flock(file, LOCK_EX);
    flock(other, LOCK_SH);
    return 0;
}
