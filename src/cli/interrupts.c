#include "cli/interrupts.h"

#include <signal.h>

static struct heddle_check *volatile running;
static volatile sig_atomic_t happened;

// The handler is reset when it is called.
static void stop_on_interrupt(int signal_number)
{
    (void)signal_number;
    happened = 1;
    if (running)
        heddle_stop(running);
}

void interrupts_stop(struct heddle_check *check)
{
    struct sigaction action = {.sa_handler = stop_on_interrupt, .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};
    running = check;
    if (!check)
        return;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

bool interrupts_happened(void)
{
    return happened;
}
