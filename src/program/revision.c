#include "program/revision.h"

#include "base/memory.h"
#include "program/process.h"
#include "program/scratch.h"
#include "program/tools.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

enum { MOST_TEXT = PATH_MAX + 2 };

static void add_program(struct command *command, const char *name)
{
    char *path = tools_search_path(name);
    command_add(command, path ? path : name);
    memory_free(path);
}

// The first line that git prints; false: it fails.
static bool ask_git(char *text, const char *const *words)
{
    struct command command = {0};
    add_program(&command, "git");
    for (; *words; words++)
        command_add(&command, *words);
    bool good = process_output(&command, text, MOST_TEXT);
    command_free(&command);
    text[strcspn(text, "\n")] = 0;
    return good;
}

// git's own commands write the tree by an index of our own: `git archive` leaves out what a project does not
// want to ship, its tests for instance.
static bool run_git(const struct revision *r, const char *top, const char *const *words, struct error *error)
{
    struct command command = {0};
    pid_t pid;
    add_program(&command, "env");
    command_format(&command, "GIT_INDEX_FILE=%s/index", r->scratch);
    command_add(&command, "git");
    for (; *words; words++)
        command_add(&command, *words);
    struct process_setting setting = {.folder = top};
    bool good = process_start(&command, &setting, &pid, error);
    command_free(&command);
    return good && (process_wait(pid, NULL) == 0 ||
                    error_set(error, "git could not write the files of the revision"));
}

bool revision_export(struct revision *r, const char *name, struct error *error)
{
    char prefix[MOST_TEXT], top[MOST_TEXT], tree[MOST_TEXT];
    *r = (struct revision){.lock = -1};
    if (!ask_git(prefix, (const char *[]){"rev-parse", "--show-prefix", NULL}) ||
        !ask_git(top, (const char *[]){"rev-parse", "--show-toplevel", NULL}))
        return error_set(
            error, "%s: no such file or folder, and no git repository of which it could be a revision", name);
    char *named = memory_format("%s^{tree}", name);
    bool found =
        name[0] != '-' && ask_git(tree, (const char *[]){"rev-parse", "--verify", "--quiet", named, NULL});
    memory_free(named);
    if (!found)
        return error_set(error, "%s: no such file or folder, and no revision of the git repository", name);
    r->scratch = scratch_new(&r->lock, error);
    if (!r->scratch)
        return false;
    char *target = memory_format("--prefix=%s/tree/", r->scratch);
    bool good = run_git(r, top, (const char *[]){"read-tree", tree, NULL}, error) &&
                run_git(r, top, (const char *[]){"checkout-index", "--all", "--quiet", target, NULL}, error);
    memory_free(target);
    r->folder = memory_format("%s/tree/%s", r->scratch, prefix);
    return good && (access(r->folder, X_OK) == 0 || error_set(error, "%s: the revision has no folder %s",
                                                              name, prefix[0] ? prefix : "with files"));
}

void revision_free(struct revision *r)
{
    scratch_free(r->scratch, r->lock);
    memory_free(r->folder);
    *r = (struct revision){.lock = -1};
}
