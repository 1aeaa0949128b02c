// Many mutants in one process, for tests/hostile/run: hostile_group SECONDS (replay|database|cache) CACHE
// PATH... A PATH is a witness, a compile_commands.json for a.c, or a cache folder for a.c. Before each its
// number is printed, afterwards the exit status and what heddle has to say. Each may use SECONDS of processor
// time; who needs more is ended by the signal SIGPROF.
#include "heddle/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

static void limit_time(int seconds)
{
    struct itimerval limit = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &limit, NULL);
}

static enum heddle_status run(struct heddle_check *check, const char *kind, const char *path)
{
    if (strcmp(kind, "replay") == 0)
        return heddle_replay(check, path);
    heddle_add_file(check, "a.c");
    if (strcmp(kind, "database") == 0)
        heddle_set(check, "compile-commands", path);
    else
        heddle_set(check, "cache", path);
    return heddle_run(check);
}

static void print_line(const char *text)
{
    for (; *text; text++)
        putchar(*text == '\n' ? ' ' : *text);
    putchar('\n');
}

int main(int count, char **words)
{
    if (count < 5)
        return 2;
    for (int i = 4; i < count; i++) {
        struct heddle_check *check = heddle_new();
        printf("%d ", i - 4);
        fflush(stdout);
        limit_time(atoi(words[1]));
        // With a damaged entry of the cache the verdict must come, also on a busy machine.
        heddle_set(check, "max-seconds", strcmp(words[2], "cache") == 0 ? "60" : "2");
        heddle_set(check, "max-memory", "1G");
        heddle_set(check, "witness", "");
        heddle_set(check, "cache", words[3]);
        enum heddle_status status = run(check, words[2], words[i]);
        if (status != HEDDLE_BAD_INPUT) {
            (void)heddle_result_text(check, 0, false);
            (void)heddle_result_json(check);
        }
        printf("%d ", (int)status);
        print_line(heddle_error(check));
        fflush(stdout);
        heddle_free(check);
    }
    return 0;
}
