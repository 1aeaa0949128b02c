// expect: inconclusive
// message: the child of fork
// The parent goes on.
#include <assert.h>
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(3);
    assert(child > 0 && waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) || WIFSIGNALED(status));
    assert(wait(NULL) == -1 && errno == ECHILD);
    return 0;
}
