// heddle diff: compiles two versions of a program, compares them, and prints what has changed.
#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/help.h"
#include "program/compile_commands.h"
#include "program/revision.h"
#include "report/diff_view.h"
#include "report/files.h"
#include "report/load.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DIFF_DIFFERENT = 1 }; // the exit status, as diff's

enum version_kind { VERSION_FILE, VERSION_FOLDER, VERSION_REVISION, VERSION_DATABASE };
struct compared {
    const char *name; // as it was given
    enum version_kind kind;
    struct revision revision;
    char *folder;             // what relative names are below; NULL: the current one
    struct settings settings; // with files and clang's arguments of its own; nothing else is
    struct program *program;
};

// ---- what is compared

static const char *const kinds[] = {"a file", "a folder", "a revision", "a compile_commands.json"};

static bool name_ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), own = strlen(end);
    return length >= own && strcmp(text + length - own, end) == 0;
}

static bool find_kind(struct compared *c, struct error *error)
{
    struct stat status;
    c->revision.lock = -1;
    if (stat(c->name, &status) == 0) {
        c->kind = S_ISDIR(status.st_mode)          ? VERSION_FOLDER
                  : name_ends_in(c->name, ".json") ? VERSION_DATABASE
                                                   : VERSION_FILE;
        c->folder = c->kind == VERSION_FOLDER ? realpath(c->name, NULL) : NULL;
        return c->kind != VERSION_FOLDER || c->folder || error_set(error, "%s: %s", c->name, strerror(errno));
    }
    c->kind = VERSION_REVISION;
    if (!revision_export(&c->revision, c->name, error))
        return false;
    c->folder = realpath(c->revision.folder, NULL);
    return c->folder || error_set(error, "%s: %s", c->revision.folder, strerror(errno));
}

// Folders and revisions go together.
static bool have_files(enum version_kind kind)
{
    return kind == VERSION_FOLDER || kind == VERSION_REVISION;
}

static bool check_kinds(const struct compared *a, const struct compared *b, struct error *error)
{
    return a->kind == b->kind || (have_files(a->kind) && have_files(b->kind)) ||
           error_set(error, "%s is %s and %s is %s: these cannot be compared", a->name, kinds[a->kind],
                     b->name, kinds[b->kind]);
}

// ---- their files

static void add_version_file(void *context, const struct compile_source *source)
{
    char *name = source->number ? memory_format("%s#%u", source->file, source->number)
                                : memory_copy_string(source->file);
    text_list_add(context, name);
    memory_free(name);
}

static bool list_database(struct compared *c, struct error *error)
{
    struct compile_commands *commands = compile_commands_read(c->name, error);
    if (!commands)
        return false;
    compile_commands_each(commands, add_version_file, &c->settings.files);
    compile_commands_free(commands);
    return c->settings.files.size || error_set(error, "%s: it has no file that is there", c->name);
}

static int compare_file_names(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static bool list_folder(struct compared *c, struct error *error)
{
    text_list *files = &c->settings.files;
    DIR *list = opendir(c->folder);
    for (struct dirent *e; list && (e = readdir(list));)
        if (name_ends_in(e->d_name, ".c"))
            text_list_add(files, e->d_name);
    if (list)
        closedir(list);
    if (!files->size)
        return error_set(
            error, "%s: no C files there; name the program's files: heddle diff OLD NEW -- FILE...", c->name);
    qsort(files->data, files->size, sizeof *files->data, compare_file_names);
    return true;
}

// Of folders and revisions, names of files come before the first argument that begins with a dash.
static bool list_files(struct compared *c, const struct settings *settings, struct error *error)
{
    const text_list *words = &settings->clang_arguments;
    uint32_t first = 0;
    while (have_files(c->kind) && first < words->size && words->data[first][0] != '-')
        text_list_add(&c->settings.files, words->data[first++]);
    for (uint32_t k = first; k < words->size; k++)
        text_list_add(&c->settings.clang_arguments, words->data[k]);
    if (c->kind == VERSION_FILE)
        text_list_add(&c->settings.files, c->name);
    if (c->kind == VERSION_DATABASE)
        return list_database(c, error);
    return c->settings.files.size || list_folder(c, error);
}

// ---- compiling

// Which of the two versions it is that cannot be compiled; clang's messages, and names of files, do not tell.
static void say_which(const struct compared *c, const struct error *own, struct error *error)
{
    bool said = own->message && own->message[0];
    if (said && c->kind == VERSION_FILE)
        error_set(error, "%s", own->message);
    else
        error_set(error, "%s: %s", c->name, said ? own->message : "this version does not compile");
}

// Names and flags are those of the version: its folder is the current one meanwhile.
static bool load_compared_version(struct compared *c, const char *here, struct error *error)
{
    if (c->folder && chdir(c->folder) != 0)
        return error_set(error, "%s: %s", c->name, strerror(errno));
    struct error own = {0};
    c->program = load_whole_program(&c->settings, NULL, &own);
    if (!c->program)
        say_which(c, &own, error);
    error_free(&own);
    if (c->folder && chdir(here) != 0)
        return error_set(error, "%s: %s", here, strerror(errno));
    return c->program != NULL;
}

static bool prepare_version(struct compared *c, const struct settings *settings, const char *here,
                            struct error *error)
{
    c->settings = *settings;
    c->settings.files = c->settings.clang_arguments = (text_list){0};
    c->settings.cache = NULL;
    if (c->kind == VERSION_REVISION) // its folder has another name next time
        c->settings.cache = memory_copy_string("off");
    else if (settings->cache)
        c->settings.cache = settings->cache[0] == '/' || strcmp(settings->cache, "off") == 0
                                ? memory_copy_string(settings->cache)
                                : memory_format("%s/%s", here, settings->cache);
    c->settings.effects = settings->effects && settings->effects[0] != '/'
                              ? memory_format("%s/%s", here, settings->effects)
                          : settings->effects ? memory_copy_string(settings->effects)
                                              : NULL;
    c->settings.compile_commands = c->kind == VERSION_DATABASE ? memory_copy_string(c->name) : NULL;
    return list_files(c, settings, error) && load_compared_version(c, here, error);
}

static void release_version(struct compared *c)
{
    program_free(c->program);
    text_list_free(&c->settings.files);
    text_list_free(&c->settings.clang_arguments);
    memory_free(c->settings.cache);
    memory_free(c->settings.effects);
    memory_free(c->settings.compile_commands);
    free(c->folder);
    revision_free(&c->revision);
}

// ---- printing

static int print_difference(struct compared *versions, const struct settings *settings)
{
    struct diff_request request = {.links = settings->slice_format != SLICE_TEXT};
    struct diff_view view;
    char *text;
    for (unsigned v = 0; v < DIFF_VERSIONS; v++) {
        request.programs[v] = versions[v].program;
        request.folders[v] = versions[v].folder;
    }
    diff_view_make(&view, &request);
    switch ((enum slice_format)settings->slice_format) {
    case SLICE_JSON: text = diff_json(&view); break;
    case SLICE_DOT: text = diff_dot(&view); break;
    default: text = diff_text(&view, help_colour(settings->color, STDOUT_FILENO)); break;
    }
    fputs(text, stdout);
    memory_free(text);
    int status = view.different ? DIFF_DIFFERENT : 0;
    diff_view_free(&view);
    return status;
}

static int diff(const struct settings *settings, struct error *error)
{
    struct compared versions[DIFF_VERSIONS] = {{.name = settings->files.data[0], .revision.lock = -1},
                                               {.name = settings->files.data[1], .revision.lock = -1}};
    struct compared *a = &versions[DIFF_OLD], *b = &versions[DIFF_NEW];
    char *here = folder_current();
    bool good = here || error_set(error, "the current folder has no name");
    good = good && find_kind(a, error) && find_kind(b, error) && check_kinds(a, b, error);
    for (unsigned v = 0; v < DIFF_VERSIONS && good; v++)
        good = prepare_version(&versions[v], settings, here, error);
    int status = good ? print_difference(versions, settings) : HEDDLE_BAD_INPUT;
    release_version(a);
    release_version(b);
    memory_free(here);
    return status;
}

static bool check_diff_settings(const struct settings *settings, struct error *error)
{
    if (settings->files.size != 2)
        return error_set(error, "diff needs two versions, but got %u: OLD NEW", settings->files.size);
    return !(settings->m32 && settings->m64) || error_set(error, "-m32 and -m64 exclude each other");
}

int command_diff(const struct cli_command *command, int count, char **arguments)
{
    return arguments_run(command, count, arguments, (struct command_parts){check_diff_settings, diff});
}
