// expect: violation
// kinds: memory
// Linux gives EFAULT, which POSIX does not promise: the call is given no memory.
#include <errno.h>
#include <stddef.h>
#include <sys/stat.h>

int main(void)
{
    return stat("/tmp", NULL) == 0 || errno != EFAULT;
}
