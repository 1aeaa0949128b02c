// Witnesses: writing those of a check, and replaying one.
#include "heddle/check.h"

#include "base/clock.h"
#include "base/memory.h"
#include "program/compile_commands.h"
#include "report/files.h"
#include "report/verify.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

// DIR/NAME-N.json, NAME after the first file without its suffix.
static char *witness_path(const struct settings *settings, uint32_t number)
{
    const char *base = path_base(settings->files.data[0]);
    const char *dot = strrchr(base, '.');
    int length = (int)(dot && dot != base ? (size_t)(dot - base) : strlen(base));
    const char *folder = settings->witness;
    const char *slash = folder[strlen(folder) - 1] == '/' ? "" : "/";
    return memory_format("%s%s%.*s-%u.json", folder, slash, length, base, number);
}

static bool write_all_witnesses(struct heddle_check *check)
{
    const struct exploration *exploration = check->result.exploration;
    error_free(&check->error);
    if (!check->settings.witness[0] || exploration->violations.size == 0 || check->result.witnesses.size > 0)
        return true;
    if (!folder_make(check->settings.witness, &check->error))
        return false;
    struct settings found_with = check->settings; // borrows all
    found_with.properties = check->machine.properties;
    for (uint32_t i = 0; i < exploration->violations.size; i++) {
        char *path = witness_path(&check->settings, i + 1);
        char *text = witness_text(check->program, &found_with, &exploration->violations.data[i],
                                  result_place(&check->result, i));
        bool good = file_write(path, text, strlen(text), &check->error);
        memory_free(text);
        if (!good) {
            memory_free(path);
            return false;
        }
        vector_push(&check->result.witnesses, path);
    }
    return true;
}

static void write_witnesses_of_check(struct heddle_check *check, void *good)
{
    *(bool *)good = write_all_witnesses(check);
}

bool heddle_write_witnesses(struct heddle_check *check)
{
    bool good = false;
    return entry_run(check, write_witnesses_of_check, &good) && good;
}

// Takes what the witness says about the program; how to print stays as it is.
static void adopt_settings(struct settings *to, struct settings *from)
{
    struct settings old = *to;
    *to = *from;
    *from = old;
    to->format = old.format;
    to->color = old.color;
    to->show_output = old.show_output;
    to->verbose = old.verbose;
    to->full_schedule = true;
    char *cache = to->cache;
    to->cache = old.cache;
    from->cache = cache;
}

// Whether the program is that of this folder: all names of files are relative, and there. Places in the
// program are named as seen from the folder in which it is compiled, also where names are absolute.
static bool all_files_here(const struct settings *settings)
{
    bool here = true;
    for (uint32_t i = 0; i < settings->files.size && here; i++) {
        unsigned long number;
        char *file = compile_commands_source(settings->files.data[i], &number);
        here = file[0] != '/' && access(file, F_OK) == 0;
        memory_free(file);
    }
    return here;
}

static enum heddle_status replay_here(struct heddle_check *check, const char *path)
{
    struct witness *witness = &check->witness;
    if (!witness_check_sources(witness, path, &check->error) ||
        !settings_check_files(&check->settings.files, &check->error) ||
        !verify_load(check, load_whole_program, NULL) ||
        !witness_check_program(witness, path, check->program, &check->error))
        return HEDDLE_BAD_INPUT;
    check->machine = verify_machine_options(check);
    vector_push(&check->nothing.violations, witness->violation); // not owned there
    const struct timeline *timeline = result_timeline(&check->result, 0);
    check->nothing.verdict = timeline->outcome == REPLAY_CONFIRMED   ? VERDICT_VIOLATION
                             : timeline->outcome == REPLAY_UNDECIDED ? VERDICT_INCONCLUSIVE
                                                                     : VERDICT_SAFE;
    switch (timeline->outcome) {
    case REPLAY_CONFIRMED: return HEDDLE_VIOLATION;
    case REPLAY_NOT_CONFIRMED: return HEDDLE_SAFE;
    case REPLAY_UNDECIDED: return HEDDLE_INCONCLUSIVE;
    case REPLAY_DIVERGED: break;
    }
    error_set(
        &check->error,
        "%s: the program has no such execution: %s (a witness that was not edited has one: please report it)",
        path, timeline->why ? timeline->why : "no reason given");
    return HEDDLE_BAD_INPUT;
}

// The cache is the user's, not what has its name in the witness's folder: programs in there are believed.
static void keep_cache_folder(struct settings *settings)
{
    char *folder = settings->cache && settings->cache[0] && settings->cache[0] != '/' &&
                           strcmp(settings->cache, "off") != 0
                       ? folder_current()
                       : NULL;
    if (!folder)
        return;
    char *whole = memory_format("%s/%s", folder, settings->cache);
    memory_free(settings->cache);
    settings->cache = whole;
    memory_free(folder);
}

static void read_witness(struct heddle_check *check, void *argument)
{
    struct entry_call *call = argument;
    error_free(&check->error);
    call->status = HEDDLE_BAD_INPUT;
    if (!witness_read(call->path, &check->witness, &check->error))
        return;
    check->result.replayed = check->replayed = memory_copy_string(call->path);
    adopt_settings(&check->settings, &check->witness.settings);
    if (!all_files_here(&check->settings))
        keep_cache_folder(&check->settings);
    call->status = HEDDLE_SAFE;
}

static void replay_entry_call(struct heddle_check *check, void *argument)
{
    struct entry_call *call = argument;
    call->status = replay_here(check, call->path);
}

enum heddle_status heddle_replay(struct heddle_check *check, const char *path)
{
    struct entry_call call = {.path = path};
    double begin = clock_seconds();
    enum heddle_status status = entry_status(check, entry_run(check, read_witness, &call), &call);
    if (status != HEDDLE_SAFE)
        return status;
    int here = all_files_here(&check->settings) ? -1 : open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool moved = here >= 0 && chdir(check->witness.folder) == 0;
    if (moved)
        check->result.sources.folder = check->witness.folder;
    status = entry_status(check, entry_run(check, replay_entry_call, &call), &call);
    if (moved && fchdir(here) != 0)
        check->failure = "cannot go back to the folder the replay started in";
    if (here >= 0)
        close(here);
    check->result.total_seconds = clock_seconds() - begin;
    return status;
}
