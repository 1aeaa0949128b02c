// expect: safe
// The size of a stack for signal handlers is a question to sysconf where _GNU_SOURCE is defined.
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile sig_atomic_t handled;

static void handle(int number)
{
    handled = number;
}

int main(void)
{
    assert(SIGSTKSZ >= MINSIGSTKSZ && MINSIGSTKSZ > 0);
    stack_t stack = {.ss_sp = malloc(SIGSTKSZ), .ss_size = SIGSTKSZ};
    assert(stack.ss_sp && sigaltstack(&stack, NULL) == 0);
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
    assert(sigaction(SIGUSR1, &action, NULL) == 0);
    raise(SIGUSR1);
    assert(handled == SIGUSR1);
    assert(sysconf(_SC_THREAD_PROCESS_SHARED) > 0 && sysconf(_SC_TIMEOUTS) > 0 &&
           sysconf(_SC_JOB_CONTROL) == 1);
    stack.ss_flags = SS_DISABLE;
    assert(sigaltstack(&stack, NULL) == 0);
    return 0;
}
