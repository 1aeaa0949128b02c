// expect: violation
// kinds: deadlock
// Nobody opens the other end.
#include <fcntl.h>
#include <sys/stat.h>

int main(void)
{
    mkfifo("/tmp/pipe", 0600);
    return open("/tmp/pipe", O_RDONLY) < 0;
}
