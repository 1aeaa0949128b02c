// The front end from source to program: what is lowered to what, errors, and the cache. Needs clang and
// heddle-lower.
#include "base/memory.h"
#include "program/frontend.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef HEDDLE_BUILD_DIR
#define HEDDLE_BUILD_DIR "."
#endif

static char folder[64], cache[96];

static int enter_folder(void **state)
{
    (void)state;
    setenv("HEDDLE_LIBEXEC", HEDDLE_BUILD_DIR, 0);
    strcpy(folder, "/tmp/test_program_frontend.XXXXXX");
    if (!mkdtemp(folder) || chdir(folder))
        return 1;
    snprintf(cache, sizeof cache, "%s/cache", folder);
    return 0;
}

static int leave_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return chdir("/") || system(command);
}

static void write_text(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    // Older than any compilation, so that it may go into the cache.
    struct timespec old[2] = {{.tv_sec = time(NULL) - 10}, {.tv_sec = time(NULL) - 10}};
    utimensat(AT_FDCWD, name, old, 0);
}

static struct program *load_files(const char *const *files, uint32_t count, struct frontend_options options,
                                  struct error *error)
{
    options.files = files;
    options.file_count = count;
    struct program *program = frontend_load(&options, error);
    if (program)
        assert_true(program_check(program, error));
    return program;
}

// The program of one C file, which must compile.
static struct program *load_text(const char *text, unsigned bits)
{
    const char *file = "t.c";
    struct error error = {0};
    write_text(file, text);
    struct program *p =
        load_files(&file, 1, (struct frontend_options){.cache_folder = "", .pointer_bits = bits}, &error);
    if (!p)
        fail_msg("%s", error.message);
    return p;
}

static uint32_t count_in(const struct program *p, const char *function, unsigned op)
{
    uint32_t number = program_find_function(p, function), count = 0;
    assert_int_not_equal(number, NO_FUNCTION);
    for (uint32_t k = p->functions[number].first; k < p->functions[number].end; k++)
        count += p->code[k].op == op;
    return count;
}

static void test_accesses_stay(void **state)
{
    (void)state;
    struct program *p =
        load_text("int x; int two(void) { return x - x; } void unused(void) { int y = x; (void)x; }\n"
                  "void twice(void) { x = 1; x = 1; } int local(void) { int a = 3; a += 4; return a; }"
                  "int either(int c) { int y = 0; int *p = c ? &y : &x; return c ? *p : 1; }",
                  0);
    assert_int_equal(count_in(p, "two", OP_LOAD_G), 2);
    assert_int_equal(count_in(p, "unused", OP_LOAD_G), 2);
    assert_int_equal(count_in(p, "twice", OP_STORE_G), 2);
    assert_int_equal(count_in(p, "local", OP_LOAD), 0);
    assert_int_equal(count_in(p, "local", OP_ALLOCA), 0);
    assert_int_equal(count_in(p, "either", OP_LOAD_G), 0);
    assert_int_equal(count_in(p, "either", OP_LOAD), 1);
    program_free(p);
}

static void test_loops(void **state)
{
    (void)state;
    struct program *p =
        load_text("int f(int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < i; j++)"
                  "s += j; return s; }\n"
                  "int g(int n) { if (n > 3) goto in; out: n--; in: if (n) goto out; return n; }\n"
                  "int h(int n) { return n ? n : 7; } void w(void) { while (1) ; }",
                  0);
    assert_int_equal(count_in(p, "f", OP_LOOP), 2);
    assert_int_equal(count_in(p, "g", OP_LOOP), 1);
    assert_int_equal(count_in(p, "h", OP_LOOP), 0);
    assert_int_equal(count_in(p, "w", OP_LOOP), 1);
    assert_true(p->functions[program_find_function(p, "f")].register_count <= 7);
    program_free(p);
}

static const struct function *function_of(const struct program *p, const char *name)
{
    uint32_t number = program_find_function(p, name);
    assert_int_not_equal(number, NO_FUNCTION);
    return &p->functions[number];
}

static void test_kinds(void **state)
{
    (void)state;
    struct program *p = load_text(
        "#include <stdlib.h>\n"
        "extern unsigned short __VERIFIER_nondet_ushort(void); extern _Bool nondet_bool(void); int "
        "unknown(int, long);\n"
        "void reach_error(void) { abort(); } void heddle_assume(int c) { (void)c; }\n"
        "int __VERIFIER_nondet_mine(void) { return 4; } void __VERIFIER_atomic_swap(int *p) { *p = 1; }\n"
        "static int runs; // one that does nothing would be left out\n"
        "static void before(void) __attribute__((constructor)); static void before(void) { runs++; }\n"
        "static void after(void) __attribute__((destructor)); static void after(void) { runs--; }\n"
        "int main(int argc, char **argv) { int x; __VERIFIER_atomic_swap(&x); heddle_assume(x); if (argc) "
        "reach_error();\n"
        "return __VERIFIER_nondet_ushort() + nondet_bool() + unknown(1, 2) + __VERIFIER_nondet_mine(); }",
        0);
    const struct function *f = function_of(p, "__VERIFIER_nondet_ushort");
    assert_int_equal(f->kind, FUNCTION_NATIVE);
    assert_int_equal(f->native, NATIVE___heddle_nondet);
    assert_true(f->flags & FUNCTION_NONDET);
    assert_int_equal(f->result_width, 16);
    assert_int_equal(function_of(p, "nondet_bool")->result_width, 1);
    assert_int_equal(function_of(p, "unknown")->kind, FUNCTION_UNMODELLED);
    assert_int_equal(function_of(p, "unknown")->parameter_words, 2);
    assert_int_equal(function_of(p, "reach_error")->kind, FUNCTION_NATIVE);
    assert_int_equal(function_of(p, "heddle_assume")->kind, FUNCTION_DEFINED);
    assert_int_equal(function_of(p, "__VERIFIER_nondet_mine")->kind, FUNCTION_DEFINED);
    assert_true(function_of(p, "__VERIFIER_atomic_swap")->flags & FUNCTION_ATOMIC);
    assert_int_equal(p->main, program_find_function(p, "main"));
    assert_int_equal(p->main_parameters, 2);
    assert_int_equal(p->constructors_count, 1);
    assert_int_equal(p->destructors_count, 1);
    program_free(p);
}

static uint64_t bytes_at(const struct program *p, const char *name, unsigned offset, unsigned size)
{
    for (uint32_t k = 0; k < p->globals_count; k++) {
        const struct global *g = &p->globals[k];
        if (strcmp(program_string(p, g->name), name) != 0)
            continue;
        uint64_t value = 0;
        if (!(g->flags & GLOBAL_ZERO))
            memcpy(&value, p->data + g->data + offset, size);
        return value;
    }
    fail_msg("no global %s", name);
    return 0;
}

static uint64_t address_of(const struct program *p, const char *name)
{
    for (uint32_t k = 0; k < p->globals_count; k++)
        if (strcmp(program_string(p, p->globals[k].name), name) == 0)
            return p->globals[k].address;
    return 0;
}

static void test_globals(void **state)
{
    (void)state;
    for (unsigned bits = 32; bits <= 64; bits += 32) {
        struct program *p = load_text(
            "struct s { char c; int i; struct s *next; } a = {1, -2, 0}, b = {.i = 7, .next = &a};\n"
            "int array[5] = {[3] = 9}, zero[100]; int *into = &array[3]; extern int elsewhere; int *far = "
            "&elsewhere;\n"
            "union { float f; int i; } u = {1.0f}; struct { unsigned x : 3, y : 5; } bits = {5, 9};\n"
            "static int f(void) { return 1; } int (*pointer)(void) = f; _Thread_local int mine = 6;\n"
            "char big[3 << 20]; int last = 1; int read_mine(void) { return mine; }",
            bits);
        unsigned word = bits / 8;
        assert_int_equal((int)bytes_at(p, "a", 4, 4), -2);
        assert_int_equal(bytes_at(p, "b", 8, word), address_of(p, "a"));
        assert_int_equal(bytes_at(p, "into", 0, word), address_of(p, "array") + 12);
        assert_int_equal(bytes_at(p, "far", 0, word), address_of(p, "elsewhere"));
        assert_int_equal(bytes_at(p, "u", 0, 4), 0x3f800000);
        assert_int_equal(bytes_at(p, "bits", 0, 1), 5 | 9 << 3);
        assert_true(bytes_at(p, "pointer", 0, word) >= 0x10000);
        assert_int_equal(bytes_at(p, "mine", 0, 4), 6);
        assert_int_equal(p->thread_local_count, 1);
        if (bits == 32) // a chunk is 4 MiB: the big one has chunks of its own
            assert_in_range(address_of(p, "big") % (4 << 20), 1, 63); // an odd multiple of its alignment
        program_free(p);
    }
}

static uint64_t hash_of(const struct program *p, const char *function)
{
    const struct function *f = function_of(p, function);
    uint64_t hash = 0;
    for (uint32_t b = f->first_block; b < f->end_block; b++)
        hash = hash * 31 + p->blocks[b].hash;
    return hash;
}

static void test_hashes(void **state)
{
    (void)state;
    static const char first[] = "int x; int y; int help(int a) { return a + 1; }\n"
                                "int main(void) { x = help(y) + 1; return x > 3 ? 1 : y; }";
    static const char second[] = "int other[50]; int y; int more(void) { return other[3] * 7; } int x;\n\n"
                                 "int help(int a) { return a + 2; }\n"
                                 "int main(void) { x = help(y) + 1; return x > 3 ? 1 : y; }";
    static const char third[] = "int x; int y; int help(int a) { return a + 1; }\n"
                                "int main(void) { x = help(x) + 1; return x > 3 ? 1 : y; }";
    struct program *p = load_text(first, 0), *q = load_text(second, 0), *r = load_text(third, 0);
    assert_true(hash_of(p, "main") == hash_of(q, "main"));
    assert_true(hash_of(p, "help") != hash_of(q, "help"));
    assert_true(hash_of(p, "main") != hash_of(r, "main"));
    assert_true(hash_of(p, "help") == hash_of(r, "help"));
    program_free(p);
    program_free(q);
    program_free(r);
}

static void test_locations(void **state)
{
    (void)state;
    struct program *p = load_text("int x, f(int *);\nint main(void)\n{\n    int array[3];\n    array[0] = "
                                  "x;\n    return f(array);\n}\n",
                                  0);
    const struct function *f = function_of(p, "main");
    for (uint32_t k = f->first; k < f->end; k++) {
        const struct location *location = &p->locations[p->location_of[k]];
        if (p->code[k].op == OP_LOAD_G) {
            assert_int_equal(location->line, 5);
            assert_int_equal(location->column, 16);
            assert_string_equal(program_string(p, location->file), "t.c");
        }
    }
    assert_int_equal(p->locations[f->location].line, 2);
    assert_int_equal(p->locations[p->globals[0].location].line, 1);
    assert_string_equal(program_string(p, p->sites[0].name), "array");
    assert_int_equal(p->sources_count, 1);
    assert_string_equal(program_string(p, p->sources[0].name), "t.c");
    program_free(p);
}

static void test_unsupported(void **state)
{
    (void)state;
    struct program *p =
        load_text("int f(int x) { if (x) __asm__ volatile(\"rcll %0\" : \"+r\"(x)); return 1; }\n"
                  "int g(int x) { __asm__ volatile(\"\" ::: \"memory\"); __asm__(\"\" : \"+r\"(x)); __asm__ "
                  "volatile(\"pause\");"
                  "__asm__ volatile(\"mfence\" ::: \"memory\"); return x; }\n"
                  "__float128 q; double h(void) { return (double)(q + 1); }",
                  0);
    assert_int_equal(count_in(p, "f", OP_UNSUPPORTED), 1);
    assert_int_equal(count_in(p, "f", OP_RETURN), 1);
    assert_int_equal(count_in(p, "g", OP_UNSUPPORTED), 0);
    assert_true(count_in(p, "h", OP_UNSUPPORTED) > 0);
    program_free(p);
}

static void expect_error(const char *file, const char *part)
{
    struct error error = {0};
    struct program *p = load_files(&file, 1, (struct frontend_options){.cache_folder = ""}, &error);
    assert_null(p);
    assert_non_null(error.message);
    if (!strstr(error.message, part))
        fail_msg("%s: \"%s\" lacks \"%s\"", file, error.message, part);
    error_free(&error);
}

static void test_errors(void **state)
{
    (void)state;
    struct error error = {0};
    write_text("empty.c", "");
    write_text("empty.bc", "");
    write_text("junk.bc", "BC\xc0\xdejunk and more junk");
    write_text("junk.ll", "define nothing");
    write_text("wrong.ll", "define i32 @main() {\n %a = add i32 %b, 1\n %b = add i32 %a, 1\n ret i32 %b }\n");
    write_text("arm.ll", "target triple = \"aarch64-linux-gnu\"\ndefine i32 @main() { ret i32 0 }\n");
    write_text("file.txt", "x");
    write_text("file.cpp", "x");
    mkdir("folder.c", 0700);
    expect_error("missing.c", "No such file");
    expect_error("empty.c", "empty");
    expect_error("empty.bc", "empty");
    expect_error("junk.bc", "junk.bc");
    expect_error("junk.ll", "junk.ll");
    expect_error("wrong.ll", "dominate");
    expect_error("arm.ll", "aarch64");
    expect_error("file.txt", "unknown kind");
    expect_error("file.cpp", "C++");
    expect_error("folder.c", "directory");
    assert_null(load_files(NULL, 0, (struct frontend_options){.cache_folder = ""}, &error));
    error_free(&error);
    write_text("a.c", "int f(void) { return 1; }");
    write_text("b.c", "int f(void) { return 2; }");
    const char *both[] = {"a.c", "b.c"};
    assert_null(load_files(both, 2, (struct frontend_options){.cache_folder = ""}, &error));
    assert_non_null(strstr(error.message, "b.c"));
    error_free(&error);
}

static uint32_t result_of_main(const struct program *p)
{
    const struct function *f = function_of(p, "main");
    assert_int_equal(p->code[f->first].op, OP_CONST);
    return p->code[f->first].a;
}

// Whether the file is loaded without running anything: no temporary folder can be made.
static bool loads_from_cache(const char *file, uint32_t *result)
{
    struct error error = {0};
    setenv("TMPDIR", "/nonexistent", 1);
    struct program *p = load_files(&file, 1, (struct frontend_options){.cache_folder = cache}, &error);
    unsetenv("TMPDIR");
    error_free(&error);
    if (p && result)
        *result = result_of_main(p);
    program_free(p);
    return p != NULL;
}

static uint32_t compile_cached(const char *file)
{
    struct error error = {0};
    struct program *p = load_files(&file, 1, (struct frontend_options){.cache_folder = cache}, &error);
    if (!p)
        fail_msg("%s", error.message);
    uint32_t result = result_of_main(p);
    program_free(p);
    return result;
}

static void damage_cache(void)
{
    DIR *list = opendir(cache);
    for (struct dirent *e; (e = readdir(list));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", cache, e->d_name);
        if (strstr(e->d_name, ".hp") && truncate(path, 100))
            fail();
    }
    closedir(list);
}

static void test_cache(void **state)
{
    (void)state;
    uint32_t result = 0;
    mkdir("inc", 0700);
    write_text("inc/n.h", "#define N 5\n");
    write_text("c.c", "#include \"inc/n.h\"\nint main(void) { return N; }\n");
    assert_false(loads_from_cache("c.c", NULL));
    assert_int_equal(compile_cached("c.c"), 5);
    assert_true(loads_from_cache("c.c", &result));
    assert_int_equal(result, 5);
    write_text("inc/n.h", "#define N 6\n"); // a header changed
    assert_false(loads_from_cache("c.c", NULL));
    assert_int_equal(compile_cached("c.c"), 6);
    write_text("inc/n.h", "#define N 5\n"); // and changed back: the first program is still there
    assert_true(loads_from_cache("c.c", &result));
    assert_int_equal(result, 5);
    damage_cache();
    assert_false(loads_from_cache("c.c", NULL));
    assert_int_equal(compile_cached("c.c"), 5);
    assert_true(loads_from_cache("c.c", NULL));
    const char *file = "c.c", *flag = "-DN2"; // other flags are another program
    struct error error = {0};
    struct frontend_options options = {
        .cache_folder = cache, .clang_arguments = &flag, .clang_argument_count = 1};
    setenv("TMPDIR", "/nonexistent", 1);
    assert_null(load_files(&file, 1, options, &error));
    unsetenv("TMPDIR");
    error_free(&error);
}

// The path of the entry with that suffix, of a cache with one program.
static const char *only_entry(const char *suffix)
{
    static char path[512];
    DIR *list = opendir(cache);
    path[0] = 0;
    for (struct dirent *e; (e = readdir(list));)
        if (strstr(e->d_name, suffix))
            snprintf(path, sizeof path, "%s/%s", cache, e->d_name);
    closedir(list);
    assert_true(path[0]);
    return path;
}

static void clear_cache(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", cache);
    assert_int_equal(system(command), 0);
}

// Puts `value` at `offset` of a file, and returns what was there.
static int exchange_byte(const char *path, long offset, int value)
{
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    fseek(file, offset, SEEK_SET);
    int old = fgetc(file);
    fseek(file, offset, SEEK_SET);
    fputc(value, file);
    fclose(file);
    return old;
}

// No entry is believed that differs in a byte from what was written.
static void test_cache_bytes(void **state)
{
    (void)state;
    static const char *const suffixes[] = {".manifest", ".hp"};
    clear_cache();
    write_text("d.c", "int main(void) { return 7; }\n");
    assert_int_equal(compile_cached("d.c"), 7);
    for (unsigned i = 0; i < 2; i++) {
        char path[512];
        struct stat status;
        snprintf(path, sizeof path, "%s", only_entry(suffixes[i]));
        assert_int_equal(stat(path, &status), 0);
        for (long offset = 0, step = 1 + status.st_size / 500; offset < status.st_size; offset += step) {
            int old = exchange_byte(path, offset, 0);
            if (old)
                assert_false(loads_from_cache("d.c", NULL));
            exchange_byte(path, offset, old ^ 0x20);
            assert_false(loads_from_cache("d.c", NULL));
            exchange_byte(path, offset, old);
        }
        assert_true(loads_from_cache("d.c", NULL));
        for (long length = status.st_size - 1; length >= 0; length = length / 2 - 1) {
            assert_int_equal(truncate(path, length), 0);
            assert_false(loads_from_cache("d.c", NULL));
        }
        assert_int_equal(compile_cached("d.c"), 7);
    }
}

static void put_folder(const char *path)
{
    char inside[600];
    mkdir(path, 0700);
    snprintf(inside, sizeof inside, "%s/inside", path);
    mkdir(inside, 0700);
}

static void put_fifo(const char *path)
{
    mkfifo(path, 0600);
}

static void put_device(const char *path)
{
    assert_int_equal(symlink("/dev/zero", path), 0);
}

static void put_huge(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(truncate(path, (off_t)1 << 40), 0);
}

// Whatever stands in an entry's place: the program is compiled again, and a cache that cannot be written
// fails nothing.
static void test_cache_places(void **state)
{
    (void)state;
    static const char *const suffixes[] = {".manifest", ".hp"};
    static void (*const put[])(const char *) = {put_folder, put_fifo, put_device, put_huge};
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; k < sizeof put / sizeof *put; k++) {
            char path[512];
            clear_cache();
            write_text("p.c", "int main(void) { return 8; }\n");
            assert_int_equal(compile_cached("p.c"), 8);
            snprintf(path, sizeof path, "%s", only_entry(suffixes[i]));
            unlink(path);
            put[k](path);
            assert_false(loads_from_cache("p.c", NULL));
            assert_int_equal(compile_cached("p.c"), 8);
        }
    clear_cache();
}

// Names that no tool may take for an option or a file with options.
static void test_names_like_options(void **state)
{
    (void)state;
    static const char *const names[] = {"-DX=1.c", "@flags.c", "-fplugin=x.c", "--help.c"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        struct error error = {0};
        write_text(names[i], "int main(void) { return 9; }\n");
        struct program *p = load_files(&names[i], 1, (struct frontend_options){.cache_folder = ""}, &error);
        if (!p)
            fail_msg("%s: %s", names[i], error.message);
        assert_int_equal(result_of_main(p), 9);
        program_free(p);
    }
}

// A preprocessed file says by its size_t for which machine it was made, unless flags say something else.
static void test_preprocessed_bits(void **state)
{
    (void)state;
    static const struct {
        const char *type, *flag;
        unsigned bits, expected;
    } cases[] = {{"unsigned int size_t", NULL, 0, 32},  {"unsigned /* */ size_t", NULL, 0, 32},
                 {"unsigned long size_t", NULL, 0, 64}, {"unsigned int size_t2", NULL, 0, 64},
                 {"unsigned int size_t", NULL, 64, 64}, {"unsigned int size_t", "-m64", 0, 64},
                 {"unsigned long size_t", NULL, 32, 32}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *file = "bits.i";
        struct error error = {0};
        char text[128];
        snprintf(text, sizeof text, "typedef %s;\nint main(void) { return 0; }\n", cases[i].type);
        write_text(file, text);
        struct frontend_options options = {.cache_folder = "",
                                           .pointer_bits = cases[i].bits,
                                           .clang_arguments = &cases[i].flag,
                                           .clang_argument_count = cases[i].flag != NULL};
        struct program *p = load_files(&file, 1, options, &error);
        if (!p)
            fail_msg("%s", error.message);
        assert_int_equal(p->pointer_bits, cases[i].expected);
        program_free(p);
    }
}

static void test_cache_shadow(void **state)
{
    (void)state;
    uint32_t result = 0;
    mkdir("one", 0700);
    mkdir("two", 0700);
    write_text("two/shadow.h", "#define N 1\n");
    write_text("s.c", "#include <shadow.h>\nint main(void) { return N; }\n");
    const char *file = "s.c", *flags[] = {"-Ione", "-Itwo"};
    struct frontend_options options = {
        .cache_folder = cache, .clang_arguments = flags, .clang_argument_count = 2};
    struct error error = {0};
    program_free(load_files(&file, 1, options, &error));
    write_text("one/shadow.h", "#define N 2\n"); // found before the one that was read
    struct program *p = load_files(&file, 1, options, &error);
    assert_non_null(p);
    result = result_of_main(p);
    assert_int_equal(result, 2);
    program_free(p);
}

static void test_compile_commands(void **state)
{
    (void)state;
    char text[512];
    mkdir("src", 0700);
    mkdir("hdr", 0700);
    write_text("hdr/k.h", "#define K 40\n");
    write_text("src/k.c", "#include <k.h>\nint main(void) { return K + V; }\n");
    snprintf(text, sizeof text,
             "[{\"directory\": \"%s/src\", \"file\": \"k.c\","
             " \"command\": \"gcc -I../hdr '-DV=2' -O2 -Werror -MD -MF k.d -c k.c -o k.o\"}]",
             folder);
    write_text("compile_commands.json", text);
    const char *file = "src/k.c";
    struct error error = {0};
    struct frontend_options options = {.cache_folder = "", .compile_commands = "compile_commands.json"};
    struct program *p = load_files(&file, 1, options, &error);
    if (!p)
        fail_msg("%s", error.message);
    assert_int_equal(result_of_main(p), 42);
    program_free(p);
    assert_int_equal(access("src/k.o", F_OK), -1);
    write_text("compile_commands.json", "[{]");
    assert_null(load_files(&file, 1, options, &error));
    assert_non_null(strstr(error.message, "compile_commands.json"));
    error_free(&error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accesses_stay),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_globals),
        cmocka_unit_test(test_hashes),
        cmocka_unit_test(test_locations),
        cmocka_unit_test(test_unsupported),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_cache),
        cmocka_unit_test(test_cache_shadow),
        cmocka_unit_test(test_cache_bytes),
        cmocka_unit_test(test_cache_places),
        cmocka_unit_test(test_names_like_options),
        cmocka_unit_test(test_preprocessed_bits),
        cmocka_unit_test(test_compile_commands),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
