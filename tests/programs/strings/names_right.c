// expect: safe
// output: 3: Interrupt
// output: 4: Unknown signal 99
// Names of errors and of signals.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <string.h>

int main(void)
{
    assert(strcmp(strerrorname_np(EINVAL), "EINVAL") == 0 && strcmp(strerrorname_np(0), "0") == 0);
    assert(!strerrorname_np(41) && !strerrorname_np(-1) && !strerrorname_np(9999));
    assert(strcmp(strerrordesc_np(ENOENT), "No such file or directory") == 0 && !strerrordesc_np(9999));
    assert(strcmp(sigabbrev_np(SIGINT), "INT") == 0 && !sigabbrev_np(0) && !sigabbrev_np(SIGRTMIN));
    assert(strcmp(sigdescr_np(SIGKILL), "Killed") == 0 && !sigdescr_np(-1));
    psignal(SIGINT, "3");
    psignal(99, "4");
    return 0;
}
