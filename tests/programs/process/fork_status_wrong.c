// expect: violation
// kinds: assertion
// A child may end otherwise than it should.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int status;
    if (fork() == 0)
        _exit(0);
    wait(&status);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 0); // <- violation
    return 0;
}
