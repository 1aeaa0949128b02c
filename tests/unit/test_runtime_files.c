// The file system of the runtime library against the host's: random sequences of operations on files in a
// temporary folder, with the same results, errors and contents. Streams of the host are unbuffered, as the
// library's are.
#include "runtime_host.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { SEQUENCES = 400, LENGTH = 60, OPEN_FILES = 4, SIZE = 40 };

static const char *const names[] = {"a",   "b",      "d",   "d/a",    "d/b", "d/e", "d/e/c",
                                    "a/x", "none/x", "./a", "d/../b", "d/",  ""};

static int *runtime_errno(void)
{
    return ((int *(*)(void))(uintptr_t)runtime_symbol("__errno_location"))();
}

static const char *random_name(void)
{
    return names[random_below(sizeof names / sizeof *names)];
}

// Two results, and the errors where they are -1.
static void compare(const char *what, const char *name, long mine, int my_error, long host, int host_error)
{
    if (mine != host || (host == -1 && my_error != host_error))
        fail_msg("%s of %s: %ld (error %d), on the host %ld (error %d)", what, name, mine, my_error, host,
                 host_error);
}

#define COMPARE(what, name, mine, theirs)                                                                    \
    do {                                                                                                     \
        errno = *runtime_errno() = 0;                                                                        \
        long my_result = (long)(mine);                                                                       \
        long host_result = (long)(theirs);                                                                   \
        compare(what, name, my_result, *runtime_errno(), host_result, errno);                                \
    } while (0)

static void remove_all(void)
{
    assert_int_equal(system("rm -rf ./* 2>/dev/null"), 0);
}

// ---- names

static void compare_stat(const char *name)
{
    RUNTIME(stat);
    struct stat mine = {0}, theirs = {0};
    COMPARE("stat", name, mine_stat(name, &mine), stat(name, &theirs));
    assert_int_equal(mine.st_mode, theirs.st_mode);
    if (S_ISREG(theirs.st_mode)) {
        assert_int_equal(mine.st_size, theirs.st_size);
        assert_int_equal(mine.st_nlink, theirs.st_nlink);
    }
}

static void change_names(void)
{
    RUNTIME(mkdir);
    RUNTIME(rmdir);
    RUNTIME(unlink);
    RUNTIME(rename);
    RUNTIME(remove);
    RUNTIME(access);
    RUNTIME(link);
    const char *name = random_name(), *other = random_name();
    switch (random_below(8)) {
    case 0: COMPARE("mkdir", name, mine_mkdir(name, 0755), mkdir(name, 0755)); break;
    case 1: COMPARE("rmdir", name, mine_rmdir(name), rmdir(name)); break;
    case 2: COMPARE("unlink", name, mine_unlink(name), unlink(name)); break;
    case 3: COMPARE("rename", name, mine_rename(name, other), rename(name, other)); break;
    case 4: COMPARE("remove", name, mine_remove(name), remove(name)); break;
    case 5: COMPARE("access", name, mine_access(name, F_OK), access(name, F_OK)); break;
    case 6: COMPARE("link", name, mine_link(name, other), link(name, other)); break;
    default: compare_stat(name); break;
    }
}

// ---- descriptors

struct pair {
    int mine, theirs; // -1: none
};

static void open_pair(struct pair *pair)
{
    static const int ways[] = {O_RDONLY,
                               O_WRONLY,
                               O_RDWR,
                               O_RDWR | O_CREAT,
                               O_WRONLY | O_CREAT | O_EXCL,
                               O_RDWR | O_CREAT | O_TRUNC,
                               O_WRONLY | O_CREAT | O_APPEND,
                               O_RDONLY | O_DIRECTORY};
    RUNTIME(open);
    int flags = ways[random_below(sizeof ways / sizeof *ways)];
    const char *name = random_name();
    errno = *runtime_errno() = 0;
    pair->mine = mine_open(name, flags, 0644);
    pair->theirs = open(name, flags, 0644);
    compare("open", name, pair->mine < 0 ? -1 : 0, *runtime_errno(), pair->theirs < 0 ? -1 : 0, errno);
}

static void close_pair(struct pair *pair)
{
    RUNTIME(close);
    if (pair->mine >= 0)
        COMPARE("close", "", mine_close(pair->mine), close(pair->theirs));
    *pair = (struct pair){-1, -1};
}

static void duplicate_pair(const struct pair *from, struct pair *to)
{
    RUNTIME(dup);
    if (from == to)
        return;
    close_pair(to);
    *to = (struct pair){mine_dup(from->mine), dup(from->theirs)};
    assert_true(to->mine >= 0 && to->theirs >= 0);
}

static void use_pair(const struct pair *pair)
{
    RUNTIME(read);
    RUNTIME(write);
    RUNTIME(pread);
    RUNTIME(pwrite);
    RUNTIME(lseek);
    RUNTIME(ftruncate);
    char text[SIZE + 1], mine[SIZE] = {0}, theirs[SIZE] = {0};
    random_text(text, SIZE, "abc\n");
    size_t count = random_below(SIZE);
    off_t at = (off_t)random_below(SIZE) - 2;
    int from = (int)random_below(4), a = pair->mine, b = pair->theirs;
    switch (random_below(6)) {
    case 0: COMPARE("read", "", mine_read(a, mine, count), read(b, theirs, count)); break;
    case 1: COMPARE("write", "", mine_write(a, text, strlen(text)), write(b, text, strlen(text))); break;
    case 2: COMPARE("pread", "", mine_pread(a, mine, count, at), pread(b, theirs, count, at)); break;
    case 3:
        COMPARE("pwrite", "", mine_pwrite(a, text, strlen(text), at), pwrite(b, text, strlen(text), at));
        break;
    case 4:
        if (from < 3)
            COMPARE("lseek", "", mine_lseek(a, at, from), lseek(b, at, from));
        break;
    default: COMPARE("ftruncate", "", mine_ftruncate(a, at), ftruncate(b, at)); break;
    }
    assert_memory_equal(mine, theirs, SIZE);
}

static bool is_directory(const struct pair *pair)
{
    struct stat facts;
    return pair->theirs >= 0 && fstat(pair->theirs, &facts) == 0 && S_ISDIR(facts.st_mode);
}

static void test_descriptors(void **state)
{
    (void)state;
    RUNTIME(umask);
    umask(mine_umask(022));
    umask(022);
    for (int sequence = 0; sequence < SEQUENCES; sequence++) {
        struct pair pairs[OPEN_FILES];
        for (int i = 0; i < OPEN_FILES; i++)
            pairs[i] = (struct pair){-1, -1};
        for (int step = 0; step < LENGTH; step++) {
            struct pair *pair = &pairs[random_below(OPEN_FILES)];
            if (random_below(3) == 0)
                change_names();
            else if (pair->mine < 0)
                open_pair(pair);
            else if (random_below(12) == 0)
                close_pair(pair);
            else if (random_below(12) == 0)
                duplicate_pair(pair, &pairs[random_below(OPEN_FILES)]);
            else if (!is_directory(pair)) // places in directories mean nothing
                use_pair(pair);
        }
        for (int i = 0; i < OPEN_FILES; i++)
            close_pair(&pairs[i]);
    }
    remove_all();
}

// ---- streams

// The library's streams are another type.
struct streams {
    FILE *mine, *theirs;
};

static void use_streams(const struct streams *streams)
{
    RUNTIME(fgetc);
    RUNTIME(fputc);
    RUNTIME(fgets);
    RUNTIME(fputs);
    RUNTIME(fread);
    RUNTIME(fwrite);
    RUNTIME(fseek);
    RUNTIME(ftell);
    RUNTIME(fprintf);
    FILE *a = streams->mine, *b = streams->theirs;
    char text[SIZE + 1], mine[SIZE] = {0}, theirs[SIZE] = {0};
    random_text(text, SIZE, "ab 12\n");
    int size = 1 + (int)random_below(SIZE - 1), from = random_below(2) ? SEEK_CUR : SEEK_END;
    long by = -(long)random_below(6); // behind the end zeros come, which scanf does not take
    switch (random_below(10)) {
    case 0: COMPARE("fgetc", "", mine_fgetc(a), fgetc(b)); break;
    case 1: COMPARE("fputc", "", mine_fputc('x', a), fputc('x', b)); break;
    case 2: COMPARE("fgets", "", mine_fgets(mine, size, a) != NULL, fgets(theirs, size, b) != NULL); break;
    case 3: COMPARE("fputs", "", mine_fputs(text, a) >= 0, fputs(text, b) >= 0); break;
    case 4:
        COMPARE("fread", "", mine_fread(mine, 2, (size_t)size / 2, a), fread(theirs, 2, (size_t)size / 2, b));
        break;
    case 5:
        COMPARE("fwrite", "", mine_fwrite(text, 1, strlen(text), a), fwrite(text, 1, strlen(text), b));
        break;
    case 6: COMPARE("fseek", "", mine_fseek(a, by, from), fseek(b, by, from)); break;
    case 7: COMPARE("ftell", "", mine_ftell(a), ftell(b)); break;
    default:
        COMPARE("fprintf", "", mine_fprintf(a, "%d,%s", size, text), fprintf(b, "%d,%s", size, text));
        break;
    }
    assert_memory_equal(mine, theirs, SIZE);
}

static void scan_streams(const struct streams *streams)
{
    RUNTIME(fscanf);
    int mine = 0, theirs = 0;
    char my_word[SIZE + 1] = "", word[SIZE + 1] = "";
    COMPARE("fscanf", "", mine_fscanf(streams->mine, "%d %40[ab]", &mine, my_word),
            fscanf(streams->theirs, "%d %40[ab]", &theirs, word));
    assert_int_equal(mine, theirs);
    assert_string_equal(my_word, word);
}

static void compare_state(const struct streams *streams)
{
    RUNTIME(feof);
    RUNTIME(ferror);
    assert_int_equal(!mine_feof(streams->mine), !feof(streams->theirs));
    assert_int_equal(!mine_ferror(streams->mine), !ferror(streams->theirs));
}

static void test_streams(void **state)
{
    static const char *const modes[] = {"r", "r+", "w", "w+", "a", "a+", "wx", "q"};
    (void)state;
    RUNTIME(fopen);
    RUNTIME(fclose);
    RUNTIME(fseek);
    RUNTIME(clearerr);
    for (int sequence = 0; sequence < SEQUENCES; sequence++) {
        const char *name = random_below(2) ? "s" : "t",
                   *mode = modes[random_below(sizeof modes / sizeof *modes)];
        errno = *runtime_errno() = 0;
        struct streams streams = {mine_fopen(name, mode), fopen(name, mode)};
        compare("fopen", mode, streams.mine ? 0 : -1, *runtime_errno(), streams.theirs ? 0 : -1, errno);
        if (!streams.mine)
            continue;
        setvbuf(streams.theirs, NULL, _IONBF, 0);
        for (int step = 0; step < LENGTH; step++) {
            // Between reading and writing a stream has to be placed.
            mine_fseek(streams.mine, 0, SEEK_CUR);
            fseek(streams.theirs, 0, SEEK_CUR);
            if (random_below(6) == 0)
                scan_streams(&streams);
            else
                use_streams(&streams);
            compare_state(&streams);
            if (random_below(4) == 0) {
                mine_clearerr(streams.mine);
                clearerr(streams.theirs);
            }
        }
        COMPARE("fclose", name, mine_fclose(streams.mine), fclose(streams.theirs));
        compare_stat(name);
    }
    remove_all();
}

static int set_up(void **state)
{
    static char folder[] = "/tmp/heddle-files-XXXXXX";
    runtime_load();
    *state = folder;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int tear_down(void **state)
{
    return chdir("/") || rmdir(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_descriptors),
        cmocka_unit_test(test_streams),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
