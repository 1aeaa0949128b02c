// expect: violation
// kinds: assertion
// A handler for a signal that no child sends: what the parent does wrong after fork is found.
#include <assert.h>
#include <signal.h>
#include <sys/types.h>
#include <unistd.h>

static volatile sig_atomic_t is_over;

static void note(int number)
{
    (void)number;
    is_over = 1;
}

int main(void)
{
    signal(SIGTERM, note);
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    assert(child < 0); // <- violation
    return 0;
}
