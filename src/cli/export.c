// heddle export: writes a regression test in C that makes a violation happen natively.
#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/native.h"
#include "program/tools.h"
#include "report/files.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { RUNS = 20 };

static bool leads_to_file(const char *path, const struct stat *file)
{
    struct stat other;
    return stat(path, &other) == 0 && other.st_dev == file->st_dev && other.st_ino == file->st_ino;
}

// Owned by the caller.
static char *source_path(const char *folder, const char *file)
{
    return folder && file[0] != '/' ? memory_format("%s/%s", folder, file) : memory_copy_string(file);
}

static bool check_name(const char *path, struct error *error)
{
    const char *base = path_base(path), *dot = strrchr(base, '.');
    if (!dot || strcmp(dot, ".c") != 0 || base[0] == '.')
        return error_set(error, "-o %s: the name of a test ends in .c, and has something before that", path);
    return true;
}

// The files that are written replace none of those from which they come.
static bool check_overwriting(const struct native_test *native, const char *witness, const char *path,
                              struct error *error)
{
    struct stat file;
    if (stat(path, &file) != 0)
        return true;
    if (leads_to_file(witness, &file))
        return error_set(error, "-o %s: that is the witness", path);
    const struct result *result = &native->check->result;
    for (uint32_t i = 0; i < native->check->settings.files.size; i++) {
        char *source = source_path(result->sources.folder, native->check->settings.files.data[i]);
        bool same = leads_to_file(source, &file);
        memory_free(source);
        if (same)
            return error_set(error, "-o %s: that is a source file of the program", path);
    }
    return true;
}

static bool write_test(const struct native_test *native, const char *path, struct error *error)
{
    const char *slash = strrchr(path, '/');
    char *header = memory_format("%.*s" REGRESSION_HEADER, slash ? (int)(slash + 1 - path) : 0, path);
    bool good = file_write(path, native->test.text, strlen(native->test.text), error) &&
                file_write(header, heddle_schedule_h, strlen(heddle_schedule_h), error);
    memory_free(header);
    return good;
}

struct native_attempt {
    const struct native_test *native;
    struct buffer compilers; // with which the test fails, for people
    bool good;               // it fails with all that build the program
};

// A test that does not fail natively is none: the compiler may have made other accesses of the source, or the
// violation hangs on what a native run does not have. *error: where the program is not built, or does not
// fail.
static void try_with(struct native_attempt *attempt, const char *compiler, bool clang, struct error *error)
{
    char *program = native_build(attempt->native, compiler, clang, error);
    if (!program)
        return;
    bool fails = native_failures(attempt->native, program, RUNS) == RUNS;
    memory_free(program);
    if (fails)
        buffer_print(&attempt->compilers, "%s%s", attempt->compilers.bytes.size ? " and " : "",
                     path_base(compiler));
    else
        attempt->good =
            error_set(error, "the program, built with %s, does not fail natively in this schedule",
                      path_base(compiler));
}

// With clang, and with gcc if it is there: one of them has to build the program. Returns the compilers'
// names, owned by the caller; NULL with the error set.
static char *try_all(const struct native_test *native, struct error *error)
{
    struct tools tools;
    struct error other = {0};
    struct native_attempt attempt = {.native = native, .good = true};
    char *gcc = tools_search_path("gcc");
    tools_find(&tools);
    if (tools_check_clang(&tools, error))
        try_with(&attempt, tools.clang, true, error);
    if (gcc && attempt.good)
        try_with(&attempt, gcc, false, error->message ? &other : error);
    tools_free(&tools);
    memory_free(gcc);
    error_free(&other);
    char *compilers = buffer_take(&attempt.compilers);
    if (attempt.good && *compilers)
        return compilers;
    memory_free(compilers);
    return NULL;
}

static int export_witness(const struct settings *settings, struct error *error)
{
    struct native_test native;
    struct error reason = {0};
    const char *witness = settings->files.data[0];
    bool good = native_begin(&native, settings, witness, false, settings->output, error);
    good = good && check_overwriting(&native, witness, settings->output, error);
    char *compilers = good ? try_all(&native, &reason) : NULL;
    if (good && !compilers)
        good = error_set(error, "%s: cannot be exported: %s", witness,
                         reason.message ? reason.message : "no compiler builds the program");
    good = good && write_test(&native, settings->output, error);
    if (good)
        printf("%s: fails %u times of %u with %s. Commit it with " REGRESSION_HEADER
               "; its first lines say how it is built.\n",
               settings->output, RUNS, RUNS, compilers);
    memory_free(compilers);
    error_free(&reason);
    native_end(&native);
    return good ? HEDDLE_SAFE : HEDDLE_BAD_INPUT;
}

static bool check_export_settings(const struct settings *settings, struct error *error)
{
    if (settings->files.size == 0)
        return error_set(error, "no witness: name a file that `heddle check` wrote");
    if (settings->files.size > 1)
        return error_set(error, "one witness at a time, but there is also %s", settings->files.data[1]);
    if (settings->clang_arguments.size > 0)
        return error_set(error, "the witness says how to compile: nothing may follow --");
    if (!settings->output)
        return error_set(error, "-o is missing: the file of the test");
    return check_name(settings->output, error);
}

int command_export(const struct cli_command *command, int count, char **arguments)
{
    return arguments_run(command, count, arguments,
                         (struct command_parts){check_export_settings, export_witness});
}
