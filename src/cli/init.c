// heddle init: writes a heddle.json from compile_commands.json, and a driver where the sources are a library,
// for a person to go on with.
#include "base/file.h"
#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/project.h"
#include "program/compile_commands.h"
#include "report/files.h"
#include "report/load.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define DRIVER_FILE "driver.c"

static const char *const databases[] = {"compile_commands.json", "build/compile_commands.json"};

struct found_sources {
    text_list with_main, without;
    const char *folder; // the present one
};

// ---- which sources have a main

// Behind a comment, a text, a character constant or a line of the preprocessor that begins there; the same
// place where none does.
static const char *skip(const char *p, bool line_begins)
{
    if (p[0] == '/' && p[1] == '*') {
        const char *end = strstr(p + 2, "*/");
        return end ? end + 2 : p + strlen(p);
    }
    if (p[0] == '/' && p[1] == '/')
        return p + strcspn(p, "\n");
    if (*p == '#' && line_begins) {
        while (*p && *p != '\n')
            p += p[0] == '\\' && p[1] ? 2 : 1;
        return p;
    }
    if (*p != '"' && *p != '\'')
        return p;
    char quote = *p++;
    while (*p && *p != quote && *p != '\n')
        p += p[0] == '\\' && p[1] ? 2 : 1;
    return *p ? p + 1 : p;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// Whether `main(` stands outside of all braces. It is only a suggestion: what macros make is not seen.
static bool has_main(const char *text)
{
    unsigned depth = 0;
    bool line_begins = true;
    for (const char *p = text, *before = " "; *p;) {
        const char *behind = skip(p, line_begins);
        line_begins = *p == '\n' || (line_begins && isspace((unsigned char)*p));
        if (behind != p) {
            p = behind;
            before = " ";
            continue;
        }
        depth += *p == '{';
        depth -= *p == '}' && depth > 0;
        if (!depth && strncmp(p, "main", 4) == 0 && !is_word(*before) && p[4 + strspn(p + 4, " \t\n")] == '(')
            return true;
        before = p++;
    }
    return false;
}

// A name below the present folder as it is seen from there, and none that looks like an option.
static void add_source(void *context, const char *file)
{
    struct found_sources *sources = context;
    struct error ignored = {0};
    size_t size, length = strlen(sources->folder), all = strlen(file);
    bool is_c = all > 2 && strcmp(file + all - 2, ".c") == 0 && file[all - 3] != '/'; // `.c` is no C file
    char *text = is_c ? file_read(file, FILE_LIMIT_SOURCE, &size, &ignored) : NULL;
    const char *name =
        strncmp(file, sources->folder, length) == 0 && file[length] == '/' ? file + length + 1 : file;
    char *word = memory_format("%s%s", name[0] == '-' ? "./" : "", name);
    if (text)
        text_list_add(has_main(text) ? &sources->with_main : &sources->without, word);
    memory_free(word);
    memory_free(text);
    error_free(&ignored);
}

// ---- the file

// After the source, as heddle.json allows names; with a number where another target has that name.
static char *target_name(const struct project *project, const char *file)
{
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
    char *stem = memory_copy_bytes(base, strlen(base) - 2);
    for (char *p = stem; *p; p++)
        if (!is_word(*p) && (p == stem || (*p != '-' && *p != '.')))
            *p = '_';
    char *name = memory_copy_string(stem);
    for (unsigned number = 2; project_find(project, name); number++) {
        memory_free(name);
        name = memory_format("%s-%u", stem, number);
    }
    memory_free(stem);
    return name;
}

// One program: its main, and all sources that have none. Too many are not wrong, as long as they fit
// together.
static void add_target(struct project *project, const struct found_sources *sources, const char *with_main,
                       const char *database)
{
    struct project_target target = {.name = target_name(project, with_main)};
    char *option = memory_format("--compile-commands=%s", database);
    text_list_add(&target.files, with_main);
    for (uint32_t i = 0; i < sources->without.size; i++)
        text_list_add(&target.files, sources->without.data[i]);
    text_list_add(&target.options, option);
    vector_push(&project->targets, target);
    memory_free(option);
}

// The command that writes a driver for functions that a person chooses.
static void print_command(const struct found_sources *sources, const char *database)
{
    printf("    heddle harness --entry=FUNCTION,FUNCTION --compile-commands=%s", database);
    for (uint32_t i = 0; i < sources->without.size; i++)
        printf(" %s", sources->without.data[i]);
    printf(" -o " DRIVER_FILE "\n");
}

// The driver for a library, as `heddle harness` writes it for all of its functions. One that is there is left
// alone.
static void write_driver(const struct settings *settings, const struct found_sources *sources,
                         const char *database)
{
    if (access(DRIVER_FILE, F_OK) == 0) {
        printf(DRIVER_FILE " is there already, and was left as it is.\n");
        return;
    }
    struct settings library = *settings;
    struct error why = {0};
    size_t size;
    library.files = sources->without;
    library.compile_commands = memory_copy_string(database);
    char *text = load_harness(&library, &size, &why);
    if (text && file_write(DRIVER_FILE, text, size, &why))
        printf(
            "Wrote " DRIVER_FILE
            ": a thread for each function of the library, with any arguments. Edit what is marked in it.\n");
    else {
        printf("No " DRIVER_FILE " was written (%s). Write it, and edit it:\n",
               why.message ? why.message : "out of memory");
        print_command(sources, database);
    }
    memory_free(library.compile_commands);
    memory_free(text);
    error_free(&why);
}

static bool write_project(const struct settings *settings, const struct found_sources *sources,
                          const char *database, struct error *error)
{
    struct project project = {0};
    if (!sources->with_main.size && !sources->without.size)
        return error_set(error, "%s has no C file that is there", database);
    for (uint32_t i = 0; i < sources->with_main.size; i++)
        add_target(&project, sources, sources->with_main.data[i], database);
    bool library = !sources->with_main.size;
    if (library) // a driver, and the library
        add_target(&project, sources, DRIVER_FILE, database);
    char *text = project_text(&project);
    bool good = file_write(PROJECT_FILE, text, strlen(text), error);
    if (good && library)
        write_driver(settings, sources, database);
    if (good)
        printf("Wrote " PROJECT_FILE " with %u target%s. Look whether the files of each are one program; "
               "`heddle check` checks them.\n",
               project.targets.size, project.targets.size == 1 ? "" : "s");
    if (good && !library && sources->without.size) {
        printf("A driver that runs some of the functions of these sources at once is written by\n");
        print_command(sources, database);
    }
    memory_free(text);
    project_free(&project);
    return good;
}

static int init(const struct settings *settings, struct error *error)
{
    const char *database = settings->compile_commands;
    for (size_t i = 0; i < sizeof databases / sizeof *databases && !database; i++)
        if (access(databases[i], F_OK) == 0)
            database = databases[i];
    if (!database) {
        error_set(error,
                  "there is no compile_commands.json here or in build/: name it (--compile-commands=FILE)");
        return HEDDLE_BAD_INPUT;
    }
    struct compile_commands *commands = compile_commands_read(database, error);
    char *folder = commands ? folder_current() : NULL;
    struct found_sources sources = {.folder = folder ? folder : ""};
    if (commands)
        compile_commands_each(commands, add_source, &sources);
    bool good = commands && write_project(settings, &sources, database, error);
    compile_commands_free(commands);
    text_list_free(&sources.with_main);
    text_list_free(&sources.without);
    memory_free(folder);
    return good ? HEDDLE_SAFE : HEDDLE_BAD_INPUT;
}

static bool check(const struct settings *settings, struct error *error)
{
    if (settings->files.size || settings->clang_arguments.size)
        return error_set(error, "init takes no files: it takes those of compile_commands.json");
    return access(PROJECT_FILE, F_OK) != 0 ||
           error_set(error, PROJECT_FILE " is there already: remove it to write it anew");
}

int command_init(const struct cli_command *command, int count, char **arguments)
{
    return arguments_run(command, count, arguments, (struct command_parts){check, init});
}
