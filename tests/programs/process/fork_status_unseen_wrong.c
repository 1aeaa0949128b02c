// expect: violation
// kinds: assertion
// A violation that does not depend on how the child ended.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int status, one = 1;
    if (fork() == 0)
        _exit(0);
    assert(wait(&status) > 0);
    int seen = status;
    assert(one == 2); // <- violation
    return seen;
}
