#include "cli/progress.h"

#include "report/settings.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

bool progress_wanted(unsigned when)
{
    return when == WHEN_ALWAYS || (when == WHEN_AUTO && isatty(STDERR_FILENO));
}

void progress_show(void *context, const struct heddle_progress *now)
{
    struct progress *progress = context;
    double elapsed = now->seconds - progress->seconds;
    if (elapsed > 0) {
        double rate = (double)(now->executions - progress->executions) / elapsed;
        progress->rate =
            progress->rate > 0 ? 0.8 * progress->rate + 0.2 * rate : rate; // a steady number to read
    }
    progress->seconds = now->seconds;
    progress->executions = now->executions;
    fprintf(stderr, "\r\033[K%" PRIu64 " executions, %.0f/s, depth %" PRIu64 ", %" PRIu64 " pruned, %.1f s",
            now->executions, progress->rate, now->depth, now->pruned, now->seconds);
    fflush(stderr);
    progress->shown = true;
}

void progress_clear(struct progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}
