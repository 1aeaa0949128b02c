#include "program/compile.h"

#include "base/file.h"
#include "base/memory.h"
#include "program/atomic_flag.h"
#include "program/cbmc_words.h"
#include "program/command_line.h"
#include "program/inline_bodies.h"
#include "program/packed_arguments.h"
#include "program/preprocessed.h"
#include "program/request.h"
#include "program/scratch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// How every file is compiled: no optimisation, so that every access of the source stays, names and places
// kept.
static const char *const base_flags[] = {
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-fno-discard-value-names",
    "-Xclang",
    "-fsanitize-address-use-after-scope", // alone, it only marks where scopes begin and end
    "-g",
    "-emit-llvm",
    "-c",
    "-D__heddle__=1",
    "-fno-crash-diagnostics", // which would stay behind
    // What older compilers accept, programs to be checked often contain.
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
};

static const char *suffix_of(const char *file)
{
    const char *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
    return dot && (!slash || dot > slash + 1) && dot != file ? dot : "";
}

static bool is_text_in(const char *text, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(text, *list) == 0)
            return true;
    return false;
}

// Whether the file begins as an object, an archive or a module does: their names end in anything.
static bool is_made(const char *file)
{
    static const char *const magics[] = {"\177ELF", "!<arch>\n", "!<thin>\n", "BC\xc0\xde"};
    struct error ignored = {0};
    char start[8] = {0};
    int descriptor = file_open(file, FILE_LIMIT_STORED, NULL, &ignored);
    ssize_t got = descriptor >= 0 ? read(descriptor, start, sizeof start) : -1;
    if (descriptor >= 0)
        close(descriptor);
    error_free(&ignored);
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if (got >= (ssize_t)strlen(magics[i]) && memcmp(start, magics[i], strlen(magics[i])) == 0)
            return true;
    return false;
}

// libtool's programs are scripts until they are installed.
static bool is_script(const char *file)
{
    struct error ignored = {0};
    char start[2] = {0};
    int descriptor = file_open(file, FILE_LIMIT_STORED, NULL, &ignored);
    bool script = descriptor >= 0 && read(descriptor, start, 2) == 2 && start[0] == '#' && start[1] == '!';
    if (descriptor >= 0)
        close(descriptor);
    error_free(&ignored);
    return script;
}

static bool unknown_kind(const char *file, const char *suffix, struct error *error)
{
    static const char *const other[] = {".cc", ".cpp", ".cxx", ".c++", ".C", ".ii", ".hpp", NULL};
    if (is_text_in(suffix, other))
        return error_set(error, "%s: C++ is not supported", file);
    if (strcmp(suffix, ".h") == 0)
        return error_set(error, "%s: a header is checked with the files that include it: name one of them",
                         file);
    if (is_script(file))
        return error_set(
            error, "%s: a script; where libtool made it, the program is in the folder .libs beside it", file);
    return error_set(error,
                     "%s: unknown kind of file (.c, .i, .ll, .bc, and what `heddle cc` has built, are known)",
                     file);
}

static bool check_input_file(const char *file, bool *module, struct error *error)
{
    static const char *const sources[] = {".c", ".i", NULL}, *const modules[] = {".ll", ".bc", NULL};
    const char *suffix = suffix_of(file);
    uint64_t size;
    bool source = is_text_in(suffix, sources), made = !source && is_made(file);
    *module = made || is_text_in(suffix, modules);
    if (!file_check(file,
                    made      ? FILE_LIMIT_STORED
                    : *module ? FILE_LIMIT_MODULE
                              : FILE_LIMIT_SOURCE,
                    &size, error))
        return false;
    if (!*module && !source)
        return unknown_kind(file, suffix, error);
    return size > 0 || error_set(error, "%s: the file is empty", file);
}

// A name as a word that no tool takes for an option or for a file with options; owned by the caller.
static char *safe_word(const char *file)
{
    return memory_format("%s%s", file[0] == '-' || file[0] == '@' ? "./" : "", file);
}

static bool asks_for_warnings(const struct frontend_options *options)
{
    for (uint32_t i = 0; i < options->clang_argument_count; i++)
        if (strncmp(options->clang_arguments[i], "-W", 2) == 0 &&
            strncmp(options->clang_arguments[i], "-Wno-", 5) != 0)
            return true;
    return false;
}

// Folders that a flag names for headers, for the cache: see shadows.h.
static void note_folder(struct dependencies *d, const struct command *command, uint32_t i, const char *below)
{
    static const char *const flags[] = {"-I", "-iquote", "-isystem", "-idirafter", NULL};
    const char *word = command->words.data[i];
    for (const char *const *flag = flags; *flag; flag++) {
        size_t length = strlen(*flag);
        if (strncmp(word, *flag, length) != 0)
            continue;
        const char *path = word[length]                  ? word + length
                           : i + 1 < command->words.size ? command->words.data[i + 1]
                                                         : NULL;
        if (!path)
            return;
        char *whole =
            below && path[0] != '/' ? memory_format("%s/%s", below, path) : memory_copy_string(path);
        dependencies_add_folder(d, whole);
        memory_free(whole);
        return;
    }
}

// The file with more arguments that a word, or the next one, names: the compiler does not list it among what
// it reads. NULL: none.
static const char *file_of_arguments(const struct command *command, uint32_t i)
{
    static const char *const flags[] = {"--config", "-ivfsoverlay", NULL};
    const char *word = command->words.data[i];
    if (word && word[0] == '@')
        return word + 1;
    for (const char *const *flag = flags; word && *flag; flag++) {
        size_t length = strlen(*flag);
        if (strncmp(word, *flag, length) != 0)
            continue;
        if (!word[length])
            return i + 1 < command->words.size ? command->words.data[i + 1] : NULL;
        return word + length + (word[length] == '=');
    }
    return NULL;
}

enum { ARGUMENT_FILES_DEPTH = 8 }; // files of arguments that name others, as deep as they are looked into

// Notes what the compiler reads because of its arguments and does not list: files with more arguments, which
// may name others, and folders for headers.
static void note_arguments(struct dependencies *d, const struct command *command, const char *below,
                           unsigned depth)
{
    for (uint32_t i = 0; i < command->words.size; i++) {
        note_folder(d, command, i, below);
        const char *file = file_of_arguments(command, i);
        if (!file)
            continue;
        dependencies_add(d, file);
        struct error ignored = {0};
        size_t size;
        char *text = depth ? file_read(file, FILE_LIMIT_SOURCE, &size, &ignored) : NULL;
        struct command words = {0};
        if (text)
            command_line_split(text, &words);
        note_arguments(d, &words, below, depth - (depth > 0));
        command_free(&words);
        memory_free(text);
        error_free(&ignored);
    }
}

static void note_folder_of(struct build *build, const char *file)
{
    const char *slash = strrchr(file, '/');
    char *folder = slash ? memory_copy_bytes(file, (size_t)(slash - file)) : memory_copy_string(".");
    dependencies_add_folder(&build->dependencies, folder);
    memory_free(folder);
}

void compile_add_base(struct command *command)
{
    for (size_t i = 0; i < sizeof base_flags / sizeof *base_flags; i++)
        command_add(command, base_flags[i]);
}

void compile_add_last(struct command *command, const struct tools *tools, bool signed_shifts, bool warnings)
{
    if (tools->include) {
        command_add(command, "-isystem"); // before the compiler's own
        command_format(command, "%s/heddle/std", tools->include);
        command_add(command, "-idirafter");
        command_add(command, tools->include);
        command_add(command, "-idirafter"); // headers of other tools, where theirs are not found
        command_format(command, "%s/heddle/tools", tools->include);
    }
    if (signed_shifts) {
        // Bitcode does not say whether a value that is shifted has a sign: clang knows, and traps.
        command_add(command, "-fsanitize=shift-base");
        command_add(command, "-fsanitize-trap=shift-base");
    }
    if (!warnings) {
        command_add(command, "-Wno-everything");
        command_add(command, "-Wimplicit-function-declaration"); // what is guessed ought to be known
        command_add(command, "-Wno-error=implicit-function-declaration");
    }
    command_add(command, "-fno-exceptions"); // C has none; cleanup handlers of threads would need them
    command_add(command, "-O0");             // whatever level the user's flags ask for
    command_add(command, "-g2");             // so, too: the blocks of variables come from there
}

// The user's arguments stand where the user is: where the compiler runs elsewhere, paths are made whole.
static void add_user_arguments(struct command *command, const struct frontend_options *options,
                               bool elsewhere)
{
    static const char *const flags[] = {"-I",       "-isystem", "-iquote",   "-idirafter",
                                        "-include", "-imacros", "-isysroot", NULL};
    char here[4096];
    elsewhere = elsewhere && getcwd(here, sizeof here);
    for (uint32_t i = 0; i < options->clang_argument_count; i++) {
        const char *word = options->clang_arguments[i], *path = NULL, *const *flag = flags;
        for (; elsewhere && *flag && !path; flag++) {
            size_t length = strlen(*flag);
            if (i > 0 && strcmp(options->clang_arguments[i - 1], *flag) == 0)
                path = word;
            else if (strncmp(word, *flag, length) == 0 && word[length] && word[length] != '-')
                path = word + length;
        }
        if (path && path[0] != '/')
            command_format(command, "%.*s%s/%s", (int)(path - word), word, here, path);
        else
            command_add(command, word);
    }
}

// From the current folder; owned by the caller.
static char *path_of_source(const struct unit *unit)
{
    return unit->folder && unit->source[0] != '/' ? memory_format("%s/%s", unit->folder, unit->source)
                                                  : memory_copy_string(unit->source);
}

static bool chooses_machine(const struct command *command)
{
    static const char *const prefixes[] = {"-m32", "-m64", "-mx32", "-m16", "-target", "--target"};
    for (uint32_t i = 0; i < command->words.size; i++)
        for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
            if (strncmp(command->words.data[i], prefixes[k], strlen(prefixes[k])) == 0)
                return true;
    return false;
}

static void adapt_preprocessed(struct unit *unit, const char *path)
{
    struct command *command = &unit->command;
    if (!chooses_machine(command) && preprocessed_for_32_bits(path)) {
        fprintf(stderr, "heddle: note: %s: its size_t is 'unsigned int': checked with -m32 (or say -m64)\n",
                unit->file);
        command_add(command, "-m32");
    }
    unit->preprocessed = !preprocessed_adapt(command, path);
}

static void add_source_command(struct build *build, struct unit *unit)
{
    const struct compile_entry *entry = &unit->entry;
    const struct frontend_options *options = build->options;
    struct command *command = &unit->command;
    command_add(command, build->tools.clang ? build->tools.clang : "clang-19");
    if (entry->file) {
        unit->folder = entry->folder;
        unit->source = entry->file;
        compile_commands_flags(entry, command);
        command_add(command, "-Wno-unknown-warning-option");
    }
    compile_add_base(command);
    if (options->pointer_bits)
        command_format(command, "-m%u", options->pointer_bits);
    add_user_arguments(command, options, unit->folder != NULL);
    note_arguments(&build->dependencies, command, unit->folder, ARGUMENT_FILES_DEPTH);
    compile_add_last(command, &build->tools, options->signed_shifts, asks_for_warnings(options));
    char *word = safe_word(unit->source), *path = path_of_source(unit);
    if (strcmp(suffix_of(unit->source), ".i") == 0)
        adapt_preprocessed(unit, path);
    cbmc_add_types(command, path);
    command_add(command, word);
    note_folder_of(build, path);
    memory_free(word);
    memory_free(path);
}

static bool add_unit(struct build *build, const char *file, struct error *error)
{
    struct unit unit = {.file = file, .source = file};
    if (build->commands && !compile_commands_find(build->commands, file, &unit.entry, error))
        return false;
    if (!check_input_file(unit.entry.source ? unit.entry.source : file, &unit.module, error))
        return false;
    for (uint32_t i = 0; i < build->units.size; i++)
        if (compile_commands_same(&build->units.data[i].entry, &unit.entry))
            return error_set(error, "%s: the file is named twice, also as %s", file,
                             build->units.data[i].file);
    if (!unit.module)
        add_source_command(build, &unit);
    vector_push(&build->units, unit); // its command is released with the build
    return true;
}

// A file that the project does not compile is a harness for what it does, and needs no more than the user's
// flags; if the project compiles none of the files, it is another project's database.
static bool check_command_entries(const struct build *build, struct error *error)
{
    const struct unit *first = NULL;
    bool found = false;
    for (uint32_t i = 0; build->commands && i < build->units.size; i++) {
        const struct unit *unit = &build->units.data[i];
        found |= unit->folder != NULL || unit->module;
        first = !first && !unit->folder && !unit->module ? unit : first;
    }
    if (first && !found)
        return error_set(error, "%s: %s has no compile command for it", first->file,
                         build->options->compile_commands);
    for (uint32_t i = 0; first && i < build->units.size; i++)
        if (!build->units.data[i].folder && !build->units.data[i].module)
            fprintf(stderr, "heddle: note: %s: not in %s: only the arguments after -- are its flags\n",
                    build->units.data[i].file, build->options->compile_commands);
    return true;
}

bool build_prepare(struct build *build, const struct frontend_options *options, struct error *error)
{
    build->options = options;
    if (!options->file_count)
        return error_set(error, "no input files");
    if (options->compile_commands &&
        !(build->commands = compile_commands_read(options->compile_commands, error)))
        return false;
    tools_find(&build->tools);
    for (uint32_t i = 0; i < options->file_count; i++)
        if (!add_unit(build, options->files[i], error))
            return false;
    if (options->effects && !file_check(options->effects, FILE_LIMIT_SOURCE, NULL, error))
        return false;
    return check_command_entries(build, error);
}

bool build_scratch(struct build *build, struct error *error)
{
    if (build->scratch)
        return true;
    build->scratch = scratch_new(&build->scratch_lock, error);
    return build->scratch != NULL;
}

static char *scratch_file_of_unit(const struct build *build, uint32_t unit, const char *suffix)
{
    return memory_format("%s/%u%s", build->scratch, unit, suffix);
}

// What the compiler is to read in place of a file, owned by the caller; NULL: the file. `threads`: blocks are
// threads of CBMC's. heddle-lower finds the labels of those in a text that cannot be written.
static char *rewritten_text(const char *source, bool *threads)
{
    struct error ignored = {0}; // the compiler says what is wrong with the file
    size_t length;
    char *text = strchr(source, ';') ? NULL : file_read(source, FILE_LIMIT_SOURCE, &length, &ignored);
    char *made = text ? cbmc_threads(text) : NULL;
    error_free(&ignored);
    *threads = made != NULL;
    if (made) {
        memory_free(text);
        text = made;
    }
    bool changed = made != NULL;
    if (text && strcmp(suffix_of(source), ".i") == 0) {
        changed |= packed_arguments_drop(text);
        changed |= atomic_flag_plain(text);
    }
    if (changed)
        return text;
    memory_free(text);
    return NULL;
}

static bool write_rewritten(const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool written = file >= 0 && file_write_all(file, text, strlen(text));
    if (file >= 0)
        written = close(file) == 0 && written;
    return written;
}

static void replace_source(const struct build *build, uint32_t number, struct command *command)
{
    const struct unit *unit = &build->units.data[number];
    char *source = path_of_source(unit);
    bool threads;
    char *text = rewritten_text(source, &threads), *path = scratch_file_of_unit(build, number, ".c");
    if (text && write_rewritten(path, text)) {
        if (threads)
            command_add(command, "-fblocks");
        command_add(command, "-Xclang");
        command_add(command, "-remap-file");
        command_add(command, "-Xclang");
        command_format(command, "%s;%s", vector_last(&unit->command.words), path);
    }
    memory_free(text);
    memory_free(path);
    memory_free(source);
}

static bool start_compiler(struct build *build, uint32_t number, pid_t *pid, struct error *error)
{
    const struct unit *unit = &build->units.data[number];
    struct command command = {0};
    uint32_t source = unit->command.words.size - 1;
    for (uint32_t i = 0; i < source; i++)
        command_add(&command, unit->command.words.data[i]);
    if (unit->preprocessed && gcc_accepts_needs_macros(&unit->accepts))
        preprocessed_again(&command);
    char *path = path_of_source(unit);
    gcc_accepts_add(&unit->accepts, build->tools.include, path, &command);
    memory_free(path);
    command_add(&command, unit->command.words.data[source]);
    char *object = scratch_file_of_unit(build, number, ".bc"),
         *rule = scratch_file_of_unit(build, number, ".d"),
         *messages = scratch_file_of_unit(build, number, ".messages");
    const char *outputs[] = {"-o", object, "-MD", "-MF", rule, "-MT", DEPENDENCY_TARGET};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        command_add(&command, outputs[i]);
    if (isatty(STDERR_FILENO))
        command_add(&command, "-fcolor-diagnostics"); // which clang writes to a file, for the terminal
    replace_source(build, number, &command);
    struct process_setting setting = {.folder = unit->folder,
                                      .messages = messages,
                                      .verbose = build->options->verbose,
                                      .apart = build->options->interrupt != NULL};
    bool started = process_start(&command, &setting, pid, error);
    command_free(&command);
    memory_free(object);
    memory_free(rule);
    memory_free(messages);
    return started;
}

static char *read_messages(const struct build *build, uint32_t number)
{
    struct error ignored = {0};
    size_t length;
    char *path = scratch_file_of_unit(build, number, ".messages"),
         *text = file_read(path, FILE_LIMIT_SOURCE, &length, &ignored);
    memory_free(path);
    error_free(&ignored);
    return text ? text : memory_copy_string("");
}

// Waits for the compiler of a unit; `pids`: its process, and those of the units after it. Where it refuses
// what GCC accepts it runs again. Returns its exit status, or 128 + signal.
static int wait_for_compiler(struct build *build, uint32_t number, const pid_t *pids, struct error *error)
{
    struct gcc_accepts *accepts = &build->units.data[number].accepts;
    struct interrupt *interrupt = build->options->interrupt;
    int status = process_wait_first(pids, build->units.size - number, interrupt);
    char *first = read_messages(build, number), *last = memory_copy_string(first);
    pid_t pid;
    while (status == 1 && gcc_accepts_find(accepts, last) && start_compiler(build, number, &pid, error)) {
        status = process_wait(pid, interrupt);
        memory_free(last);
        last = read_messages(build, number);
    }
    if (!build->quiet)
        fputs(gcc_accepts_in_messages(last) ? first : last, stderr);
    memory_free(first);
    memory_free(last);
    return status;
}

// What went wrong. Mostly the compiler has said it, and the message is empty.
static bool compiler_failed(const struct build *build, const struct unit *unit, int status,
                            struct error *error)
{
    if (status >= 128)
        return error_set(error, "%s: the compiler failed (signal %d)", unit->file, status - 128);
    if (!tools_is_clang_19(&build->tools))
        return error_set(error, "%s is not clang 19: install clang-19, or name it in HEDDLE_CLANG",
                         build->tools.clang);
    return error_set(error, "%s", "");
}

// A program of one file is kept as a whole.
static bool keeps_bitcode(const struct build *build)
{
    uint32_t sources = 0;
    for (uint32_t i = 0; i < build->units.size; i++)
        sources += !build->units.data[i].module;
    return build->cache && sources > 1;
}

// Of several files that one is edited of, the others are not compiled again.
static bool load_bitcode(struct build *build, uint32_t number)
{
    size_t size;
    char *bitcode =
        keeps_bitcode(build)
            ? cache_load_bitcode(build->cache, request_unit_key(build, &build->units.data[number]),
                                 &build->dependencies, &size)
            : NULL;
    char *path = scratch_file_of_unit(build, number, ".bc");
    int file = bitcode ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    bool loaded = file >= 0 && file_write_all(file, bitcode, size);
    if (file >= 0)
        loaded = close(file) == 0 && loaded;
    if (file >= 0 && !loaded)
        unlink(path);
    memory_free(path);
    memory_free(bitcode);
    return loaded;
}

// `own`: what the compiler read for the file. Files of arguments, which it read before, belong to it, too.
static void keep_bitcode(struct build *build, const struct unit *unit, struct dependencies *own,
                         const char *bitcode)
{
    if (!keeps_bitcode(build))
        return;
    for (uint32_t i = 0; i < build->dependencies.folders.size; i++)
        dependencies_add_folder(own, build->dependencies.folders.data[i]);
    note_arguments(own, &unit->command, unit->folder, ARGUMENT_FILES_DEPTH);
    cache_store_bitcode(build->cache, request_unit_key(build, unit), own, &build->begin, bitcode);
}

// `pids`: the process of the unit's compiler, and those of the units after it.
static bool finish_compiler(struct build *build, uint32_t number, const pid_t *pids, struct error *error)
{
    const struct unit *unit = &build->units.data[number];
    int status = wait_for_compiler(build, number, pids, error);
    if (status)
        return compiler_failed(build, unit, status, error);
    char *object = scratch_file_of_unit(build, number, ".bc"),
         *rule = scratch_file_of_unit(build, number, ".d");
    bool written = access(object, F_OK) == 0, read = true;
    struct dependencies own = {0};
    if (strcmp(suffix_of(unit->source), ".i") == 0) // preprocessed: reads nothing else, and has no list
        dependencies_add_below(&own, unit->source, unit->folder);
    else
        read = dependencies_read(&own, rule, vector_last(&unit->command.words), unit->folder);
    if (written && read)
        keep_bitcode(build, unit, &own, object);
    for (uint32_t i = 0; i < own.files.size; i++)
        dependencies_add(&build->dependencies, own.files.data[i]);
    dependencies_free(&own);
    memory_free(object);
    memory_free(rule);
    return (written && read) ||
           error_set(error, "%s: the compiler compiled nothing: is there an argument that stops it?",
                     unit->file);
}

// Starts to compile a unit, unless there is nothing to compile. False: no other one is to be started.
static bool start_unit(struct build *build, uint32_t number, pid_t *pid, struct error *error)
{
    if (build->units.data[number].module) {
        dependencies_add(&build->dependencies, build->units.data[number].file);
        return true;
    }
    if (!load_bitcode(build, number) && !start_compiler(build, number, pid, error)) {
        *pid = 0;
        return false;
    }
    return !interrupt_raised(build->options->interrupt);
}

// As many compilers run at the same time as there are processors: more would only take memory. What is wrong
// with one file does not keep the others from being compiled, so that all errors are shown.
static void compile_units(struct build *build, pid_t *pids, struct error *error)
{
    uint32_t count = build->units.size, started = 0;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t at_once = processors > 0 ? (uint32_t)processors : 1;
    bool more = true;
    for (uint32_t i = 0; i < count; i++) {
        for (; more && started < count && started - i < at_once; started++)
            more = start_unit(build, started, &pids[started], error);
        if (pids[i])
            finish_compiler(build, i, &pids[i], error);
    }
    if (!more)
        error_set(error, "not all files were compiled");
}

bool build_compile(struct build *build, struct error *error)
{
    uint32_t count = build->units.size;
    pid_t *pids = memory_zalloc(count, sizeof *pids);
    bool sources = false;
    for (uint32_t i = 0; i < count; i++)
        sources |= !build->units.data[i].module;
    if (build->options->effects)
        dependencies_add(&build->dependencies, build->options->effects);
    if (build_scratch(build, error) && sources)
        tools_check_clang(&build->tools, error);
    if (!error->message)
        compile_units(build, pids, error);
    memory_free(pids);
    return !error->message;
}

bool build_compile_inline(struct build *build)
{
    struct error ignored = {0};
    for (uint32_t i = 0; i < build->units.size; i++) {
        struct unit *unit = &build->units.data[i];
        char *object = scratch_file_of_unit(build, i, ".bc");
        if (!unit->module) {
            inline_bodies_ask_before_source(&unit->command, unit->preprocessed);
            unit->preprocessed = false;
            unlink(object);
        }
        memory_free(object);
    }
    build->quiet = true;
    bool compiled = build_compile(build, &ignored);
    error_free(&ignored);
    return compiled;
}

// What heddle-lower says, without its name, as the error.
static void take_message(const char *path, int status, struct error *error)
{
    size_t length = 0;
    struct error ignored = {0};
    char *text = file_read(path, FILE_LIMIT_SOURCE, &length, &ignored);
    if (!text)
        text = memory_copy_string("");
    while (length && text[length - 1] == '\n')
        length--;
    text[length] = 0;
    const char *own = strstr(text, "heddle: "), *said = own ? own + strlen("heddle: ") : text;
    if (status >= 128)
        error_set(error, "heddle-lower failed (signal %d); is an input damaged? %s", status - 128, said);
    else
        error_set(error, "%s", *said ? said : "internal error: heddle-lower failed");
    memory_free(text);
    error_free(&ignored);
}

// Headers of the system and of heddle are not the user's: a witness does not ask for them.
static bool is_own_source(const struct build *build, const char *path)
{
    static const char *const system[] = {"/usr/include/", "/usr/lib/", "/usr/local/include/", NULL};
    for (const char *const *prefix = system; *prefix; prefix++)
        if (strncmp(path, *prefix, strlen(*prefix)) == 0)
            return false;
    const char *own = build->tools.include;
    return !own || strncmp(path, own, strlen(own)) != 0;
}

// Files that are part of what was named (members of thin archives, libraries of programs), or would be if
// they were there.
static void add_listed_dependencies(struct build *build, const char *list)
{
    struct error ignored = {0};
    size_t size = 0;
    char *names = file_read(list, FILE_LIMIT_SOURCE, &size, &ignored);
    for (size_t at = 0; names && at < size; at += strlen(names + at) + 1)
        if (names[at] == DEPENDENCY_READ)
            dependencies_add(&build->dependencies, names + at + 1);
        else
            dependencies_add_absent(&build->dependencies, names + at + 1);
    memory_free(names);
    error_free(&ignored);
}

// Runs heddle-lower with the words given and all inputs.
static bool run_lower(struct build *build, struct command *command, struct error *error)
{
    pid_t pid;
    for (uint32_t i = 0; i < build->units.size; i++) {
        char *object = build->units.data[i].module ? safe_word(build->units.data[i].file)
                                                   : scratch_file_of_unit(build, i, ".bc");
        command_add(command, object);
        memory_free(object);
    }
    char *messages = memory_format("%s/messages", build->scratch),
         *list = memory_format("%s/list", build->scratch);
    command_format(command, "--list=%s", list);
    struct process_setting setting = {
        .messages = messages, .verbose = build->options->verbose, .apart = build->options->interrupt != NULL};
    bool started = process_start(command, &setting, &pid, error);
    int status = started ? process_wait(pid, build->options->interrupt) : 0;
    if (status)
        take_message(messages, status, error);
    else if (started)
        add_listed_dependencies(build, list);
    memory_free(messages);
    memory_free(list);
    return started && status == 0;
}

bool build_lower(struct build *build, const char *output, struct error *error)
{
    struct command command = {0};
    if (!build->tools.lower)
        return error_set(error, "heddle-lower was not found: is heddle installed, or HEDDLE_LIBEXEC set?");
    command_add(&command, build->tools.lower);
    command_add(&command, "-o");
    command_add(&command, output);
    if (build->tools.runtime)
        command_format(&command, "--runtime=%s", build->tools.runtime);
    if (build->options->pointer_bits)
        command_format(&command, "-m%u", build->options->pointer_bits);
    if (build->options->signed_shifts)
        command_add(&command, "--shifts");
    if (build->options->own_errors)
        command_add(&command, "--own-errors");
    for (uint32_t i = 0; i < build->options->entry_count; i++)
        command_format(&command, "--entry=%s", build->options->entries[i]);
    if (build->harness)
        command_add(&command, build->harness);
    if (build->options->effects)
        command_format(&command, "--effects=%s", build->options->effects);
    if (build->options->volatile_atomic)
        command_add(&command, "--volatile-atomic");
    for (uint32_t i = 0; i < build->options->given_file_count; i++)
        command_format(&command, "--file=%s", build->options->given_files[i]);
    if (build->options->given_input)
        command_format(&command, "--stdin=%s", build->options->given_input);
    if (build->options->symbolic_input)
        command_format(&command, "--stdin-size=%llu", (unsigned long long)build->options->symbolic_input);
    for (uint32_t i = 0; i < build->dependencies.files.size; i++)
        if (is_own_source(build, build->dependencies.files.data[i]))
            command_format(&command, "--source=%s", build->dependencies.files.data[i]);
    bool lowered = run_lower(build, &command, error);
    command_free(&command);
    return lowered;
}

bool build_instrument(struct build *build, const char *output, bool steered, struct error *error)
{
    struct command command = {0};
    if (!build->tools.lower || !build->tools.record)
        return error_set(error, "heddle-lower or libheddle-record.a was not found: is heddle installed, or "
                                "HEDDLE_LIBEXEC set?");
    command_add(&command, build->tools.lower);
    command_format(&command, "--instrument=%s/record-64.bc", build->tools.record);
    if (steered)
        command_add(&command, "--steered");
    command_add(&command, "-o");
    command_add(&command, output);
    bool done = run_lower(build, &command, error);
    command_free(&command);
    return done;
}

void build_free(struct build *build)
{
    scratch_free(build->scratch, build->scratch_lock);
    for (uint32_t i = 0; i < build->units.size; i++) {
        command_free(&build->units.data[i].command);
        gcc_accepts_free(&build->units.data[i].accepts);
    }
    vector_free(&build->units);
    dependencies_free(&build->dependencies);
    compile_commands_free(build->commands);
    tools_free(&build->tools);
}
