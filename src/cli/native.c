#include "cli/native.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "program/process.h"
#include "program/scratch.h"
#include "program/tools.h"
#include "report/files.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUN_SECONDS = 20 }; // most of a run

// ---- the test

static char *native_object_name(const char *file, uint32_t number)
{
    const char *base = path_base(file), *dot = strrchr(base, '.');
    return memory_format("%.*s-%u.o", (int)(dot ? (size_t)(dot - base) : strlen(base)), base, number + 1);
}

// In the shell's $'...': the word stays on its line, whatever is in it.
static void quote(struct buffer *line, const char *word)
{
    buffer_print(line, " $'");
    for (const char *p = word; *p; p++) {
        unsigned char c = (unsigned char)*p;
        buffer_print(line, c == '\'' || c == '\\' ? "\\%c" : c < 32 || c == 127 ? "\\%03o" : "%c", c);
    }
    buffer_print(line, "'");
}

// Words come from witnesses, which may be a stranger's: none may end the comment in which it stands.
static void add_command_word(struct buffer *line, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+./,:@%^";
    if (*word && strspn(word, plain) == strlen(word))
        buffer_print(line, " %s", word);
    else
        quote(line, word);
}

// A file's name for a compiler's command line, which must not take it for an option, or a file of options.
// Owned by the caller.
static char *file_word(const char *name)
{
    return memory_format("%s%s", *name == '-' || *name == '@' ? "./" : "", name);
}

// Takes the name.
static void add_command_file(struct buffer *line, char *name)
{
    char *word = file_word(name);
    add_command_word(line, word);
    memory_free(word);
    memory_free(name);
}

static char *output_name(const char *name)
{
    const char *base = path_base(name), *dot = strrchr(base, '.');
    return memory_format("%.*s", (int)(dot ? (size_t)(dot - base) : strlen(base)), base);
}

// The commands, for the comment of the test.
static char *describe_build(const struct settings *settings, const char *const *flags, const char *name)
{
    struct buffer out = {0};
    char *output = output_name(name), *program = memory_format("./%s", output);
    for (uint32_t i = 0; i < settings->files.size; i++) {
        buffer_print(&out, "//     cc");
        for (uint32_t k = 0; k < settings->clang_arguments.size; k++)
            add_command_word(&out, settings->clang_arguments.data[k]);
        buffer_print(&out, " -g -O0 -fsanitize=thread");
        for (const char *const *flag = flags; *flag; flag++)
            buffer_print(&out, " %s", *flag);
        buffer_print(&out, " -D__heddle__ -c");
        add_command_file(&out, memory_copy_string(settings->files.data[i]));
        buffer_print(&out, " -o");
        add_command_file(&out, native_object_name(settings->files.data[i], i));
        buffer_print(&out, "\n");
    }
    buffer_print(&out, "//     cc -pthread");
    add_command_file(&out, memory_copy_string(name));
    for (uint32_t i = 0; i < settings->files.size; i++)
        add_command_file(&out, native_object_name(settings->files.data[i], i));
    buffer_print(&out, " -o");
    add_command_file(&out, output);
    buffer_print(&out, " -lm -ldl\n//    ");
    add_command_file(&out, program);
    for (uint32_t i = 0; i < settings->arguments.size; i++)
        add_command_word(&out, settings->arguments.data[i]);
    buffer_print(&out, "\n");
    return buffer_take(&out);
}

static bool replay_witness(struct native_test *native, const struct settings *settings, const char *witness,
                           struct error *error)
{
    struct heddle_check *check = native->check;
    bool good = (!settings->cache || heddle_set(check, "cache", settings->cache)) &&
                heddle_set(check, "verbose", settings->verbose ? "on" : "off");
    enum heddle_status status = good ? heddle_replay(check, witness) : HEDDLE_BAD_INPUT;
    if (status == HEDDLE_SAFE)
        error_set(error, "%s: the violation did not happen again", witness);
    else if (status != HEDDLE_VIOLATION)
        error_set(error, "%s", heddle_error(check));
    return status == HEDDLE_VIOLATION;
}

bool native_begin(struct native_test *native, const struct settings *settings, const char *witness,
                  bool steps, const char *name, struct error *error)
{
    struct error reason = {0};
    *native = (struct native_test){.check = heddle_new(), .lock = -1};
    if (!native->check)
        failure_memory();
    if (!replay_witness(native, settings, witness, error))
        return false;
    native->build = describe_build(&native->check->settings, regression_flags(native->check), name);
    bool good = regression_make(&native->test, native->check, steps, native->build, &reason) ||
                error_set(error, "%s: has no native run: %s", witness, reason.message);
    error_free(&reason);
    return good && (native->scratch = scratch_new(&native->lock, error)) != NULL;
}

void native_end(struct native_test *native)
{
    scratch_free(native->scratch, native->lock);
    regression_free(&native->test);
    memory_free(native->build);
    heddle_free(native->check);
    *native = (struct native_test){.lock = -1};
}

// ---- building

static bool run_command(struct command *command, const struct process_setting *setting, struct error *error)
{
    pid_t pid;
    bool good = process_start(command, setting, &pid, error) &&
                (process_wait(pid, NULL) == 0 ||
                 error_set(error, "the program does not build natively: %s failed", command->words.data[0]));
    command_free(command);
    return good;
}

static bool compile_native_object(const struct native_test *native, const char *compiler, bool clang,
                                  uint32_t number, const char *include, struct error *error)
{
    const struct settings *settings = &native->check->settings;
    struct command command = {0};
    struct process_setting setting = {.folder = native->check->result.sources.folder,
                                      .verbose = settings->verbose};
    command_add(&command, compiler);
    for (uint32_t i = 0; i < settings->clang_arguments.size; i++)
        command_add(&command, settings->clang_arguments.data[i]);
    static const char *const words[] = {"-g", "-O0", "-fsanitize=thread", "-D__heddle__", "-w"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        command_add(&command, words[i]);
    for (const char *const *flag = regression_flags(native->check); *flag; flag++)
        command_add(&command, *flag);
    if (clang) {
        command_add(&command, "-mllvm");
        command_add(&command, "-tsan-instrument-read-before-write");
    }
    command_format(&command, "-I%s", include);
    char *file = file_word(settings->files.data[number]);
    command_add(&command, "-c");
    command_add(&command, file);
    memory_free(file);
    command_add(&command, "-o");
    command_format(&command, "%s/%u.o", native->scratch, number);
    return run_command(&command, &setting, error);
}

static bool link_test(const struct native_test *native, const char *compiler, const char *program,
                      struct error *error)
{
    struct command command = {0};
    struct process_setting setting = {.verbose = native->check->settings.verbose};
    const char *const words[] = {compiler, "-g", "-w", "-pthread"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        command_add(&command, words[i]);
    command_format(&command, "%s/test.c", native->scratch);
    for (uint32_t i = 0; i < native->check->settings.files.size; i++)
        command_format(&command, "%s/%u.o", native->scratch, i);
    command_add(&command, "-o");
    command_add(&command, program);
    command_add(&command, "-lm");
    command_add(&command, "-ldl");
    return run_command(&command, &setting, error);
}

static bool write_file(const struct native_test *native, const char *name, const char *text,
                       struct error *error)
{
    char *path = memory_format("%s/%s", native->scratch, name);
    bool good = file_write(path, text, strlen(text), error);
    memory_free(path);
    return good;
}

char *native_build(const struct native_test *native, const char *compiler, bool clang, struct error *error)
{
    struct tools tools;
    char *program = memory_format("%s/program", native->scratch);
    tools_find(&tools);
    bool good = write_file(native, "test.c", native->test.text, error) &&
                write_file(native, REGRESSION_HEADER, heddle_schedule_h, error);
    for (uint32_t i = 0; i < native->check->settings.files.size && good; i++)
        good = compile_native_object(native, compiler, clang, i, tools.include ? tools.include : ".", error);
    good = good && link_test(native, compiler, program, error);
    tools_free(&tools);
    if (!good) {
        memory_free(program);
        program = NULL;
    }
    return program;
}

// ---- running

char **native_arguments(const struct native_test *native, char *program)
{
    const text_list *arguments = &native->check->settings.arguments;
    char **words = memory_zalloc(arguments->size + 2u, sizeof *words);
    words[0] = program;
    for (uint32_t i = 0; i < arguments->size; i++)
        words[i + 1] = arguments->data[i];
    return words;
}

static _Noreturn void become_native_test(char **words, pid_t parent, const char *messages)
{
    int input = open("/dev/null", O_RDWR | O_CLOEXEC),
        output = open(messages, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    struct rlimit none = {0, 0};
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &none);
    if (getppid() != parent || input < 0 || output < 0 || dup2(input, 0) < 0 || dup2(input, 1) < 0 ||
        dup2(output, 2) < 0)
        _exit(0);
    signal(SIGPIPE, SIG_DFL);
    alarm(RUN_SECONDS);
    execv(words[0], words);
    _exit(0);
}

static int run_test_once(char **words, const char *messages)
{
    int status = 0;
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        become_native_test(words, parent, messages);
    if (pid < 0)
        return 0;
    setpgid(pid, pid); // whoever is first
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    kill(-pid, SIGKILL); // what it has started
    return status;
}

// Whether the messages of a run fit the violation: the test could be followed, and no other failure came
// first.
static bool fits_violation(const struct native_test *native, const char *messages)
{
    const char *fails = native->test.fails;
    return strstr(messages, fails) && !strstr(messages, REGRESSION_UNABLE) &&
           (strcmp(fails, REGRESSION_DEADLOCK) == 0 || !strstr(messages, REGRESSION_DEADLOCK));
}

static bool is_failure(const struct native_test *native, int status, const char *path)
{
    if (native->test.ends)
        return WIFEXITED(status) && WEXITSTATUS(status);
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (signal != SIGABRT && signal != SIGSEGV && signal != SIGBUS && signal != SIGFPE && signal != SIGILL)
        return false;
    struct error ignored = {0};
    size_t size;
    char *messages = file_read(path, FILE_LIMIT_SOURCE, &size, &ignored);
    bool good = messages && fits_violation(native, messages);
    memory_free(messages);
    error_free(&ignored);
    return good;
}

unsigned native_failures(const struct native_test *native, char *program, unsigned runs)
{
    char *messages = memory_format("%s/messages", native->scratch),
         **words = native_arguments(native, program);
    unsigned failures = 0;
    for (unsigned i = 0; i < runs && failures == i; i++)
        failures += is_failure(native, run_test_once(words, messages), messages);
    memory_free(words);
    memory_free(messages);
    return failures;
}
