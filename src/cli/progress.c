#include "cli/progress.h"

#include "report/settings.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

bool progress_wanted(unsigned when)
{
    return when == WHEN_ALWAYS || (when == WHEN_AUTO && isatty(STDERR_FILENO));
}

// How much is over, and how long the rest takes if it goes on like this. Nothing in the beginning, when
// little is known.
static void describe_left(const struct heddle_progress *now, char *text, size_t size)
{
    static const double begin = 2, least = 0.001; // seconds; a share that says something
    text[0] = 0;
    if (now->seconds < begin || now->explored < least)
        return;
    double left = now->seconds * (1 - now->explored) / now->explored;
    int used = snprintf(text, size, ", about %.*f %% done", now->explored < 0.1 ? 1 : 0, 100 * now->explored);
    if (now->iteration) // others may follow
        snprintf(text + used, size - (size_t)used, " with fewer than %" PRIu64 " preemption%s",
                 now->iteration, now->iteration == 1 ? "" : "s");
    else if (left < 100)
        snprintf(text + used, size - (size_t)used, ", %.0f s left", left);
    else if (left < 6000)
        snprintf(text + used, size - (size_t)used, ", %.0f min left", left / 60);
    else
        snprintf(text + used, size - (size_t)used, ", %.0f h left", left / 3600);
}

void progress_show(void *context, const struct heddle_progress *now)
{
    struct progress *progress = context;
    double elapsed = now->seconds - progress->seconds;
    if (elapsed > 0 && now->executions >= progress->executions) { // else another search has its turn
        double rate = (double)(now->executions - progress->executions) / elapsed;
        progress->rate =
            progress->rate > 0 ? 0.8 * progress->rate + 0.2 * rate : rate; // a steady number to read
    }
    progress->seconds = now->seconds;
    progress->executions = now->executions;
    char left[120];
    describe_left(now, left, sizeof left);
    fprintf(stderr, "\r\033[K%" PRIu64 " executions, %.0f/s, depth %" PRIu64 ", %" PRIu64 " pruned, %.1f s%s",
            now->executions, progress->rate, now->depth, now->pruned, now->seconds, left);
    fflush(stderr);
    progress->shown = true;
}

void progress_clear(struct progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}
