// heddle worker: explores parts of checks that run with --cluster.
#include "base/failure.h"
#include "cli/arguments.h"
#include "report/cluster.h"

#include <signal.h>

static atomic_bool stop;

// The second one kills.
static void on_signal(int number)
{
    (void)number;
    stop = true;
}

static void print_worker_remark(void *context, const char *text)
{
    (void)context;
    command_message(text);
}

static int work(const struct settings *settings, struct error *error)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    return (int)cluster_work(settings, &stop, print_worker_remark, error);
}

int command_worker(const struct cli_command *command, int count, char **arguments)
{
    return arguments_run(command, count, arguments, (struct command_parts){cluster_worker_check, work});
}
