// The points-to analysis against the truth: random executions of the test programs and examples, in which
// every access to memory and every call that the machine makes must be among those that the analysis
// predicts.
//
// Accesses are seen where the machine resolves addresses: the linker redirects (--wrap, see
// tests/CMakeLists.txt) the functions through which natives and slow accesses go, and the fast ones are this
// file's own copy of machine/step_memory.c, in which looking an object up is observed.
#include "analysis/points_to.h"
#include "machine/describe.h"
#include "machine/expected.h"
#include "machine/memory.h"
#include "machine/native.h"
#include "machine/pages.h"
#include "machine/questions.h"
#include "machine/symbolic.h"

static struct object *observed_find(const struct machine *m, const struct instruction *i, uint64_t address);

// Where the copied code looks objects up outside an instruction.
static const struct instruction *const i = NULL;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#define select selected_value // the C library has one, too
#define memory_find(m, address) observed_find(m, i, address)
// NOLINTNEXTLINE(bugprone-suspicious-include): a copy whose look-ups are observed
#include "machine/step_memory.c"
#undef memory_find
#undef select
#pragma GCC diagnostic pop

#include "program/frontend.h"
#include "program/natives.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifndef HEDDLE_BUILD_DIR
#define HEDDLE_BUILD_DIR "."
#define HEDDLE_SOURCE_DIR "."
#endif

enum { RUNS = 6, STEPS = 400, MAX_WORDS = 24, FAILURES_SHOWN = 12 };

// What is observed now; NULL: nothing.
static struct points_to *observed;
static const struct program *program;
static const char *program_name;
static uint64_t accesses_seen, calls_seen, failures;
static uint64_t random_state;

static uint32_t random_below(uint32_t n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % n;
}

// ---- what the analysis says

static void complain(const char *what, uint32_t code, const char *detail)
{
    const struct location *l = &program->locations[program->location_of[code]];
    if (failures++ < FAILURES_SHOWN)
        print_error("%s: @%u (%s:%u, %s) %s %s\n", program_name, code, program_string(program, l->file),
                    l->line, opcode_name(program->code[code].op), what, detail);
}

static void check_frames(const struct machine *m)
{
    const struct thread *t = m->current;
    if (t->state.depth < 2)
        return;
    const struct frame *frame = &t->frames.data[t->state.depth - 1];
    uint32_t code = frame->to_native ? frame->return_code : frame->return_code - 1, count;
    if (code >= program->code_count)
        return;
    const uint32_t *callees = points_to_callees(observed, code, &count);
    calls_seen++;
    for (uint32_t k = 0; k < count; k++)
        if (callees[k] == frame->function)
            return;
    complain("calls", code, program_string(program, program->functions[frame->function].name));
}

static void check_access(const struct machine *m, uint32_t code, uint64_t address, uint64_t size, bool write)
{
    const struct object *o = memory_find(m, address);
    if (!observed || !o || !memory_has_content(o) || o->kind == OBJECT_SHADOW || code >= program->code_count)
        return;
    o = pages_whole(m, o); // to the analysis a mapping is one object
    const struct instruction *at = &program->code[code];
    if (at->op == OP_RETURN || (at->op == OP_CALL_NATIVE && native_facts(at->a) & FACT_ENDS_THREAD))
        return; // the end of the thread gives back its robust mutexes
    uint64_t offset = address - o->base;
    if (offset > o->size || size > o->size - offset || !size)
        return;
    accesses_seen++;
    if (!expected_predicts(observed, code, o, offset, size, write, false, NULL)) {
        char text[300];
        machine_describe_address(m, address, text, sizeof text);
        complain(write ? "writes" : "reads", code, text);
    }
    check_frames(m);
}

// ---- observation

// The machine's fast loads and stores; the slow ones come here too.
static struct object *observed_find(const struct machine *m, const struct instruction *instruction,
                                    uint64_t address)
{
    if (instruction && observed) {
        unsigned op = instruction->op;
        bool write = op == OP_STORE || op == OP_STORE_I || op == OP_STORE_G;
        check_access(m, (uint32_t)(instruction - m->code), address, (instruction->width + 7u) / 8, write);
    }
    return memory_find(m, address);
}

bool __real_symbolic_resolve(struct machine *m, struct value address, int64_t displacement, uint64_t size,
                             bool write, struct resolved *where);
bool __wrap_symbolic_resolve(struct machine *m, struct value address, int64_t displacement, uint64_t size,
                             bool write, struct resolved *where);
bool __wrap_symbolic_resolve(struct machine *m, struct value address, int64_t displacement, uint64_t size,
                             bool write, struct resolved *where)
{
    if (!address.t)
        check_access(m, m->current->state.code, (address.bits + (uint64_t)displacement) & m->pointer_mask,
                     size, write);
    return __real_symbolic_resolve(m, address, displacement, size, write, where);
}

bool __real_operation_begin(struct machine *m, const struct operation *op);
bool __wrap_operation_begin(struct machine *m, const struct operation *op);
bool __wrap_operation_begin(struct machine *m, const struct operation *op)
{
    for (uint32_t k = 0; k < op->access_count; k++)
        check_access(m, m->current->state.code, op->access[k].address, op->access[k].size,
                     op->access[k].write);
    return __real_operation_begin(m, op);
}

bool __real_native_store_value(struct machine *m, uint64_t address, unsigned size, struct value v);
bool __wrap_native_store_value(struct machine *m, uint64_t address, unsigned size, struct value v);
bool __wrap_native_store_value(struct machine *m, uint64_t address, unsigned size, struct value v)
{
    check_access(m, m->current->state.code, address, size, true);
    return __real_native_store_value(m, address, size, v);
}

static void shown(void *context, const struct machine_access_shown *access)
{
    const struct machine *m = *(struct machine **)context;
    bool read = access->kind == OPERATION_READ;
    if (access->code !=
        m->current->state.code) // of the runtime library, told at the program's call: seen there
        return;
    if (access->kind == OPERATION_FREE || (access->width && (read || access->kind == OPERATION_WRITE)))
        check_access(m, access->code, access->address, access->width ? (access->width + 7) / 8 : 1, !read);
}

// ---- random executions

static uint64_t input_value(void *context, uint64_t maker, uint64_t number, unsigned width)
{
    (void)context;
    (void)maker;
    (void)number;
    uint64_t value = random_below(4) ? random_below(6) : random_below(1u << 30);
    return width < 64 ? value & (((uint64_t)1 << width) - 1) : value;
}

static bool interrupt(void *context)
{
    (void)context;
    return true; // a million instructions are enough
}

static uint32_t pick_thread(const struct machine *m)
{
    uint32_t enabled[MACHINE_MAX_THREADS], count = 0;
    for (uint32_t t = 0; t < machine_thread_limit(m); t++)
        if (machine_enabled(m, t))
            enabled[count++] = t;
    return count ? enabled[random_below(count)] : UINT32_MAX;
}

// One execution. False: the machine has learnt something and wants to begin again.
static bool execute(struct machine *m)
{
    enum step_result result = machine_start(m);
    for (uint32_t step = 0; step < STEPS; step++) {
        while (result == STEP_CHOICE)
            result = machine_choose(m, random_below(machine_choice(m)->count));
        if (result != STEP_DONE)
            return result != STEP_RESTART;
        uint32_t thread = pick_thread(m);
        if (thread == UINT32_MAX)
            return true;
        result = machine_step(m, thread);
    }
    return true;
}

static void run_randomly(uint64_t seed)
{
    struct machine *m = NULL;
    struct machine_options options = {.properties = (1u << PROPERTY_DATA_RACE) - 1, // those by default
                                      .concrete = true,
                                      .input_value = input_value,
                                      .malloc_may_fail = seed % 3 == 2,
                                      .spurious = seed % 2};
    struct machine_hooks hooks = {.context = &m, .shown = shown, .interrupt = interrupt};
    struct terms *terms = terms_new();
    struct smt *smt = smt_new(terms, &(struct smt_options){.caches = true, .slicing = true});
    random_state = seed * 77777 + 1;
    m = machine_new(program, terms, smt, &options, &hooks);
    for (uint32_t again = 0; again < 30 && !execute(m); again++)
        machine_restart(m);
    machine_free(m);
    smt_free(smt);
    terms_free(terms);
}

// ---- programs

// The words of a header line `// key: word ...`, after the given number of others.
static uint32_t read_header(const char *path, const char *key, char *text, size_t size, char **words,
                            uint32_t limit)
{
    FILE *file = fopen(path, "r");
    char line[400], pattern[32];
    uint32_t count = 0;
    snprintf(pattern, sizeof pattern, "// %s:", key);
    text[0] = 0;
    while (file && fgets(line, sizeof line, file) && line[0] == '/')
        if (!strncmp(line, pattern, strlen(pattern)))
            snprintf(text, size, "%s", line + strlen(pattern));
    if (file)
        fclose(file);
    for (char *word = strtok(text, " \n"); word && count < limit; word = strtok(NULL, " \n"))
        words[count++] = word;
    return count;
}

static struct program *load_program(const char *path, bool narrow)
{
    char files_text[400], clang_text[400], case_text[400], macros[4][80], paths[MAX_WORDS][600];
    char *words[MAX_WORDS], *arguments[2 * MAX_WORDS];
    const char *files[MAX_WORDS + 1] = {path};
    uint32_t count = read_header(path, "files", files_text, sizeof files_text, words, MAX_WORDS),
             macro_count = 0;
    for (uint32_t k = 0; k < count; k++) {
        snprintf(paths[k], sizeof paths[k], "%.*s/%s", (int)(strrchr(path, '/') - path), path, words[k]);
        files[k + 1] = paths[k];
    }
    uint32_t argument_count = read_header(path, "clang", clang_text, sizeof clang_text, arguments, MAX_WORDS);
    uint32_t case_count = read_header(path, "case", case_text, sizeof case_text, words, MAX_WORDS);
    for (uint32_t k = 0; k < case_count && macro_count < 4; k++)
        if (words[k][0] >= 'A' && words[k][0] <= 'Z') {
            snprintf(macros[macro_count], sizeof macros[0], "-D%s", words[k]);
            arguments[argument_count++] = macros[macro_count++];
        }
    if (narrow)
        arguments[argument_count++] = "-m32";
    struct error error = {0};
    struct frontend_options options = {.files = files,
                                       .file_count = count + 1,
                                       .clang_arguments = (const char *const *)arguments,
                                       .clang_argument_count = argument_count,
                                       .cache_folder = getenv("HEDDLE_TEST_CACHE") ? NULL : ""};
    struct program *p = frontend_load(&options, &error);
    error_free(&error);
    return p;
}

// Whether the program makes an access that the analysis is known not to foresee.
static bool is_unforeseen(const char *path)
{
    char text[400], *words[MAX_WORDS];
    return read_header(path, "unforeseen", text, sizeof text, words, MAX_WORDS);
}

static bool check_program(const char *path, bool narrow)
{
    struct program *p = is_unforeseen(path) ? NULL : load_program(path, narrow);
    if (!p)
        return false;
    program = p;
    program_name = path;
    observed = points_to_compute(p);
    for (uint64_t seed = 0; seed < RUNS; seed++)
        run_randomly(seed);
    points_to_free(observed);
    observed = NULL;
    program_free(p);
    return true;
}

static int by_name(const void *x, const void *y)
{
    return strcmp(*(char *const *)x, *(char *const *)y);
}

// All programs below a folder: files whose first line is a header.
static void find_programs(const char *folder, char ***list, uint32_t *count)
{
    DIR *directory = opendir(folder);
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        char path[512], header[400], *words[2];
        struct stat status;
        size_t length = strlen(entry->d_name);
        if (entry->d_name[0] == '.' || length > 200)
            continue;
        snprintf(path, sizeof path, "%.300s/%.200s", folder, entry->d_name);
        if (!stat(path, &status) && S_ISDIR(status.st_mode)) {
            find_programs(path, list, count);
        } else if (length > 2 && !strcmp(entry->d_name + length - 2, ".c") &&
                   read_header(path, "expect", header, sizeof header, words, 2)) {
            *list = realloc(*list, (*count + 1) * sizeof **list);
            (*list)[(*count)++] = strdup(path);
        }
    }
    if (directory)
        closedir(directory);
}

static void check_folder(const char *folder, uint32_t at_least, uint32_t narrow_one_in)
{
    char **list = NULL, path[512];
    uint32_t count = 0, checked = 0;
    setenv("HEDDLE_LIBEXEC", HEDDLE_BUILD_DIR, 0);
    if (getenv("HEDDLE_TEST_CACHE")) { // as tests/run leaves it; its entries are those of build/heddle
        setenv("XDG_CACHE_HOME", getenv("HEDDLE_TEST_CACHE"), 1);
        setenv("HEDDLE_INCLUDE", HEDDLE_BUILD_DIR "/../include", 0);
    }
    snprintf(path, sizeof path, "%s/%s", HEDDLE_SOURCE_DIR, folder);
    find_programs(path, &list, &count);
    qsort(list, count, sizeof *list, by_name);
    failures = accesses_seen = calls_seen = 0;
    const char *only = getenv("POINTS_TO_ONLY");
    uint32_t one_in = count > 100 ? ONE_IN : 1; // tests/CMakeLists.txt has it
    for (uint32_t k = 0; k < count; k++) {
        if (only ? strstr(list[k], only) != NULL : k % one_in == 0) {
            checked += check_program(list[k], false);
            if (narrow_one_in && k / one_in % narrow_one_in == 0)
                check_program(list[k], true);
        }
        free(list[k]);
    }
    free(list);
    print_message("%u programs, %llu accesses, %llu calls\n", checked, (unsigned long long)accesses_seen,
                  (unsigned long long)calls_seen);
    assert_int_equal(failures, 0);
    if (!only)
        assert_true(checked >= at_least / one_in && accesses_seen > 20 * at_least / one_in &&
                    calls_seen > at_least / one_in);
}

static void test_programs(void **state)
{
    (void)state;
    check_folder("tests/programs", 500, 12);
}

static void test_papers(void **state)
{
    (void)state;
    check_folder("tests/papers", 10, 2);
}

static void test_examples(void **state)
{
    (void)state;
    check_folder("examples", 16, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_papers),
        cmocka_unit_test(test_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
