// heddle init: writes a heddle.toml from compile_commands.json, and a driver where the sources are a library,
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

// A source in one of the ways in which it is compiled.
struct found_source {
    char *name;   // as heddle.toml names it
    char *file;   // the source; of each of its ways the same
    char *output; // what it is compiled to; "": unknown
};
typedef VECTOR(struct found_source) source_list;

struct found_sources {
    source_list with_main, without;
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

static bool is_name_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// Whether `main(` stands outside of all braces. It is only a suggestion: what macros make is not seen.
static bool defines_main(const char *text)
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
        if (!depth && strncmp(p, "main", 4) == 0 && !is_name_character(*before) &&
            p[4 + strspn(p + 4, " \t\n")] == '(')
            return true;
        before = p++;
    }
    return false;
}

// A name below the present folder as it is seen from there, and none that looks like an option.
static void add_found_source(void *context, const struct compile_source *found)
{
    struct found_sources *sources = context;
    struct error ignored = {0};
    const char *file = found->file;
    size_t size, length = strlen(sources->folder), all = strlen(file);
    bool is_c = all > 2 && strcmp(file + all - 2, ".c") == 0 && file[all - 3] != '/'; // `.c` is no C file
    char *text = is_c ? file_read(file, FILE_LIMIT_SOURCE, &size, &ignored) : NULL;
    const char *name =
        strncmp(file, sources->folder, length) == 0 && file[length] == '/' ? file + length + 1 : file;
    if (text) {
        struct found_source source = {.file = memory_format("%s%s", name[0] == '-' ? "./" : "", name),
                                      .output = memory_copy_string(found->output ? found->output : "")};
        source.name = found->number ? memory_format("%s#%u", source.file, found->number)
                                    : memory_copy_string(source.file);
        source_list *list = defines_main(text) ? &sources->with_main : &sources->without;
        vector_push(list, source);
    }
    memory_free(text);
    error_free(&ignored);
}

static void free_sources(source_list *list)
{
    for (uint32_t i = 0; i < list->size; i++) {
        memory_free(list->data[i].name);
        memory_free(list->data[i].file);
        memory_free(list->data[i].output);
    }
    vector_free(list);
}

// ---- which of several ways

static size_t common_length(const char *a, const char *b)
{
    size_t length = 0;
    while (a[length] && a[length] == b[length])
        length++;
    return length;
}

// Whether a source that is compiled in several ways belongs, in this one, to the program whose main is
// compiled to `output`: no other way of it leads to a name that is more like that one. Build systems name
// objects after the program they are for, or put them into a folder of its own.
static bool fits_best(const source_list *list, uint32_t number, const char *output)
{
    const struct found_source *source = &list->data[number];
    for (uint32_t i = 0; i < list->size; i++)
        if (strcmp(list->data[i].file, source->file) == 0 &&
            common_length(list->data[i].output, output) > common_length(source->output, output))
            return false;
    return true;
}

// ---- the file

// After the source, as heddle.toml allows names; with a number where another target has that name.
static char *target_name(const struct project *project, const char *file)
{
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
    char *stem = memory_copy_bytes(base, strlen(base) - 2);
    for (char *p = stem; *p; p++)
        if (!is_name_character(*p) && (p == stem || (*p != '-' && *p != '.')))
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
static void add_program_target(struct project *project, const struct found_sources *sources,
                               const struct found_source *with_main, const char *database)
{
    struct project_target target = {.name = target_name(project, with_main->file)};
    char *option = memory_format("--compile-commands=%s", database);
    text_list_add(&target.files, with_main->name);
    for (uint32_t i = 0; i < sources->without.size; i++)
        if (fits_best(&sources->without, i, with_main->output))
            text_list_add(&target.files, sources->without.data[i].name);
    text_list_add(&target.options, option);
    vector_push(&project->targets, target);
    memory_free(option);
}

// The command that writes a driver for functions that a person chooses.
static void print_harness_command(const struct found_sources *sources, const char *database)
{
    printf("    heddle harness --entry=FUNCTION,FUNCTION --compile-commands=%s", database);
    for (uint32_t i = 0; i < sources->without.size; i++)
        printf(" %s", sources->without.data[i].name);
    printf(" -o " DRIVER_FILE "\n");
}

// The driver for a library, as `heddle harness` writes it for all of its functions. One that is there is left
// alone.
static void write_project_driver(const struct settings *settings, const struct found_sources *sources,
                                 const char *database)
{
    if (access(DRIVER_FILE, F_OK) == 0) {
        printf(DRIVER_FILE " is there already, and was left as it is.\n");
        return;
    }
    struct settings library = *settings;
    struct error why = {0};
    size_t size;
    library.files = (text_list){0};
    for (uint32_t i = 0; i < sources->without.size; i++)
        text_list_add(&library.files, sources->without.data[i].name);
    library.compile_commands = memory_copy_string(database);
    char *text = load_harness(&library, &size, &why);
    if (text && file_write(DRIVER_FILE, text, size, &why))
        printf(
            "Wrote " DRIVER_FILE
            ": a thread for each function of the library, with any arguments. Edit what is marked in it.\n");
    else {
        printf("No " DRIVER_FILE " was written (%s). Write it, and edit it:\n",
               why.message ? why.message : "out of memory");
        print_harness_command(sources, database);
    }
    text_list_free(&library.files);
    memory_free(library.compile_commands);
    memory_free(text);
    error_free(&why);
}

// Which sources a person has to look at first.
static void say_ways(const source_list *list, const char *database)
{
    for (uint32_t i = 0; i < list->size; i++)
        if (strcmp(list->data[i].file, list->data[i].name) != 0 &&
            (i == 0 || strcmp(list->data[i].file, list->data[i - 1].file) != 0))
            printf("%s is compiled in several ways: `heddle check --compile-commands=%s %s` lists them.\n",
                   list->data[i].file, database, list->data[i].file);
}

static bool write_project(const struct settings *settings, const struct found_sources *sources,
                          const char *database, struct error *error)
{
    struct project project = {0};
    if (!sources->with_main.size && !sources->without.size)
        return error_set(error, "%s has no C file that is there", database);
    for (uint32_t i = 0; i < sources->with_main.size; i++)
        add_program_target(&project, sources, &sources->with_main.data[i], database);
    bool library = !sources->with_main.size;
    if (library) { // a driver, and the library
        char driver[] = DRIVER_FILE, output[] = "";
        add_program_target(&project, sources, &(struct found_source){driver, driver, output}, database);
    }
    char *text = project_text(&project);
    bool good = file_write(PROJECT_FILE, text, strlen(text), error);
    if (good && library)
        write_project_driver(settings, sources, database);
    if (good)
        printf("Wrote " PROJECT_FILE " with %u target%s. Look whether the files of each are one program; "
               "`heddle check` checks them.\n",
               project.targets.size, project.targets.size == 1 ? "" : "s");
    if (good)
        say_ways(&sources->without, database);
    if (good && !library && sources->without.size) {
        printf("A driver that runs some of the functions of these sources at once is written by\n");
        print_harness_command(sources, database);
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
        compile_commands_each(commands, add_found_source, &sources);
    bool good = commands && write_project(settings, &sources, database, error);
    compile_commands_free(commands);
    free_sources(&sources.with_main);
    free_sources(&sources.without);
    memory_free(folder);
    return good ? HEDDLE_SAFE : HEDDLE_BAD_INPUT;
}

static bool check_init_settings(const struct settings *settings, struct error *error)
{
    if (settings->files.size || settings->clang_arguments.size)
        return error_set(error, "init takes no files: it takes those of compile_commands.json");
    return access(PROJECT_FILE, F_OK) != 0 ||
           error_set(error, PROJECT_FILE " is there already: remove it to write it anew");
}

int command_init(const struct cli_command *command, int count, char **arguments)
{
    return arguments_run(command, count, arguments, (struct command_parts){check_init_settings, init});
}
