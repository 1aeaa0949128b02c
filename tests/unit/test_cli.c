// The command itself, as a person or a script meets it: streams, exit statuses, signals, progress. What is
// printed in results is tested with the library; bad input by tests/errors.

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sys/stat.h>
#include <sys/wait.h>

static char folder[] = "/tmp/heddle-cli-test-XXXXXX";

// What one run of the command did.
struct run {
    int status; // exit status; -1: killed by a signal
    int signal; // that killed it
    char out[65536], err[16384];
};

static void read_all(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    text[0] = 0;
    if (!file)
        fail_msg("cannot read %s", path);
    else {
        text[fread(text, 1, size - 1, file)] = 0;
        fclose(file);
    }
}

// In a child: makes a file descriptor write to this file.
static void redirect(const char *path, int descriptor)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || dup2(file, descriptor) < 0)
        _exit(126);
}

static pid_t start(char *const arguments[])
{
    const char *program = getenv("HEDDLE");
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        redirect("out", 1);
        redirect("err", 2);
        execv(program ? program : HEDDLE_BUILD_DIR "/heddle", arguments);
        _exit(127);
    }
    return child;
}

static void finish(pid_t child, struct run *run)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    run->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    run->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    read_all("out", run->out, sizeof run->out);
    read_all("err", run->err, sizeof run->err);
}

// Runs `heddle WORD...`; the list ends with NULL.
static struct run *heddle(const char *first, ...)
{
    static struct run run;
    char *arguments[16] = {(char *)"heddle"};
    va_list words;
    int count = 1;
    va_start(words, first);
    for (const char *word = first; word && count < 15; word = va_arg(words, const char *))
        arguments[count++] = (char *)word;
    va_end(words);
    finish(start(arguments), &run);
    return &run;
}

static void expect(const struct run *run, int status)
{
    if (run->status != status)
        fail_msg("exit status %d (signal %d), expected %d\n%s%s", run->status, run->signal, status, run->out,
                 run->err);
}

static void expect_part(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no `%s` in:\n%s", part, text);
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        fail_msg("cannot write %s", name);
}

static void help_and_version_need_nothing_else(void **state)
{
    (void)state;
    static const char *const words[] = {"--help", "--version"};
    for (int i = 0; i < 2; i++) {
        expect(heddle(words[i], NULL), 0);
        expect(heddle("check", words[i], NULL), 0);
        struct run *run = heddle("replay", words[i], NULL);
        expect(run, 0);
        assert_string_equal(run->err, "");
        expect_part(run->out, i ? "heddle 0." : "usage: heddle replay");
    }
    expect_part(heddle("--help", NULL)->out, "replay");
    expect_part(heddle("check", "--help", NULL)->out, "--unwind=N");
    static const char *const documents[] = {"json", "man", "bash", "zsh", "markdown"};
    for (int i = 0; i < 5; i++) {
        char option[64];
        snprintf(option, sizeof option, "--dump-options=%s", documents[i]);
        struct run *run = heddle(option, NULL);
        expect(run, 0);
        expect_part(run->out, i == 1 ? "\\-\\-unwind" : "--unwind");
    }
    expect(heddle("--dump-options=xml", NULL), 2);
}

static void statuses_and_streams(void **state)
{
    (void)state;
    struct run *run = heddle("check", "good.c", NULL);
    expect(run, 0);
    expect_part(run->out, "safe:");
    assert_string_equal(run->err, "");
    run = heddle("check", "--witness", "w", "bad.c", NULL); // a value in a word of its own
    expect(run, 1);
    expect_part(run->out, "bad.c:2");
    expect_part(run->out, "heddle replay w/bad-1.json");
    assert_string_equal(run->err, "");
    assert_null(strchr(run->out, '\033'));
    run = heddle("replay", "--color=always", "w/bad-1.json", NULL);
    expect(run, 1);
    expect_part(run->out, "confirmed:");
    assert_non_null(strchr(run->out, '\033'));
    run = heddle("check", "--unwind=3", "endless.c", NULL);
    expect(run, 3);
    expect_part(run->out, "--unwind=3");
    run = heddle("check", "none.c", NULL);
    expect(run, 2);
    assert_string_equal(run->out, "");
    run = heddle("check", "bad.c", "--witness=", "--format=json", "--", "-DGOOD",
                 NULL); // options after files, clang's
    expect(run, 0);
    expect_part(run->out, "\"verdict\": \"safe\"");
    run = heddle("check", "bad.c", "--witness=", NULL);
    expect(run, 1);
    assert_null(strstr(run->out, "heddle replay"));
    assert_int_not_equal(access("heddle-witness", F_OK), 0); // nobody asked for one yet
    expect(heddle("check", "--print-program", "good.c", NULL), 0);
}

static void sleep_a_little(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
}

// Starts an exploration without end and waits until it is under way.
static pid_t start_endless(void)
{
    char *arguments[] = {(char *)"heddle", (char *)"check", (char *)"--progress=always", (char *)"endless.c",
                         NULL};
    unlink("err");
    pid_t child = start(arguments);
    struct stat status;
    for (int i = 0; i < 1500; i++) {
        if (stat("err", &status) == 0 && status.st_size > 0)
            return child;
        sleep_a_little();
    }
    kill(child, SIGKILL);
    fail_msg("no progress within 30 seconds");
    return child;
}

static void an_interrupt_ends_it_and_tells_what_is_known(void **state)
{
    (void)state;
    static struct run run;
    pid_t child = start_endless();
    kill(child, SIGINT);
    finish(child, &run);
    expect(&run, 3);
    expect_part(run.out, "inconclusive:");
    expect_part(run.out, "interrupted");
    expect_part(run.err, "executions");
    assert_string_equal(run.err + strlen(run.err) - 4, "\r\033[K"); // the line is gone at the end
}

static void results_that_cannot_be_written_are_an_error(void **state)
{
    (void)state;
    pid_t child = fork();
    int status;
    if (child == 0) {
        const char *program = getenv("HEDDLE");
        redirect("/dev/full", 1);
        redirect("/dev/null", 2);
        execl(program ? program : HEDDLE_BUILD_DIR "/heddle", "heddle", "check", "good.c", (char *)NULL);
        _exit(127);
    }
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 2);
}

static void mistyped_options_get_a_suggestion(void **state)
{
    (void)state;
    struct run *run = heddle("check", "--unwnid=3", "good.c", NULL);
    expect(run, 2);
    expect_part(run->err, "did you mean --unwind?");
    run = heddle("replay", "--unwind=3", "w.json", NULL);
    expect(run, 2);
    expect_part(run->err, "not an option of `heddle replay`");
}

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder) || chdir(folder) != 0 || mkdir("cache", 0777) != 0)
        return -1;
    setenv("XDG_CACHE_HOME", "cache", 1);
    unsetenv("NO_COLOR");
    write_file("good.c", "int main(void) { return 0; }\n");
    write_file("endless.c", "int main(void) { for (volatile int i = 0;; i++) ; }\n");
    write_file("bad.c", "#ifdef GOOD\n#define BAD 0\n#else\n#define BAD 1\n#endif\n#include <assert.h>\n"
                        "#line 2\nint main(void) { assert(!BAD); return 0; }\n");
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 ? system(command) : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_and_version_need_nothing_else),
        cmocka_unit_test(statuses_and_streams),
        cmocka_unit_test(an_interrupt_ends_it_and_tells_what_is_known),
        cmocka_unit_test(results_that_cannot_be_written_are_an_error),
        cmocka_unit_test(mistyped_options_get_a_suggestion),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
