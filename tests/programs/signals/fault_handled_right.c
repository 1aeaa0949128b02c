// expect: safe
// A handler for what the program's own faults raise: there are none, and it runs for what is raised.
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static int calls;

static void report(int number)
{
    assert(number == SIGSEGV);
    calls++;
}

int main(void)
{
    static char memory[16384];
    stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory}, old;
    assert(sigaltstack(&stack, &old) == 0 && old.ss_flags == SS_DISABLE);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = report;
    action.sa_flags = SA_ONSTACK;
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGABRT, &action, NULL);
    raise(SIGSEGV);
    assert(calls == 1);
    assert(sigaltstack(NULL, &old) == 0 && old.ss_sp == memory && SIGRTMIN == 34 && SIGRTMAX == 64);
    return 0;
}
