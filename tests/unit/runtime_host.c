#include "runtime_host.h"

#include <dlfcn.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct runtime_record runtime_record;
static void *library;
static jmp_buf ended;
static struct runtime_host host;

static void output(int descriptor, const char *bytes, size_t count)
{
    char *to = runtime_record.output[descriptor];
    size_t length = strlen(to);
    if (length + count < sizeof runtime_record.output[0]) {
        memcpy(to + length, bytes, count);
        to[length + count] = 0;
    }
    runtime_record.output_calls++;
}

static int is_symbolic(uint64_t value)
{
    return runtime_record.symbolic && value == runtime_record.symbolic;
}

static void unmodelled(const char *what)
{
    runtime_record.unmodelled = what;
}

static void end(int status)
{
    runtime_record.status = status;
    longjmp(ended, 1);
}

enum function {
#define MATH(name, arity) HOST_##name,
#include "program/math.def"
};

static double math(int function, double x, double y)
{
    switch ((enum function)function) {
#define CALL_1(name) name(x)
#define CALL_2(name) name(x, y)
#define MATH(name, arity)                                                                                    \
    case HOST_##name: return CALL_##arity(name);
#include "program/math.def"
    }
    abort();
}

static void fail(const char *what)
{
    fprintf(stderr, "runtime_host: %s\n", what);
    abort();
}

void runtime_load(void)
{
    static char folder[] = "/tmp/heddle-runtime-XXXXXX";
    char path[64], command[4096];
    if (!mkdtemp(folder))
        fail("no temporary folder");
    snprintf(path, sizeof path, "%s/runtime.so", folder);
    // The remainder operation is a call of fmod on the host; renamed, ours does not call itself.
    snprintf(command, sizeof command,
             "clang-19 -shared -fPIC -O0 -std=gnu17 -ffreestanding -fno-builtin -fno-math-errno -nostdlibinc "
             "-msse4.1"
             " -Wl,-Bsymbolic -Dfmod=runtime_fmod -I%s/src -I%s/tests/unit -o %s -x c "
             "%s/tests/unit/runtime_stubs.inc"
             " %s/src/runtime/*.c",
             HEDDLE_SOURCE_DIR, HEDDLE_SOURCE_DIR, path, HEDDLE_SOURCE_DIR, HEDDLE_SOURCE_DIR);
    if (system(command) != 0)
        fail("the runtime does not compile");
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        fail(dlerror());
    unlink(path);
    rmdir(folder);
    host = (struct runtime_host){
        .output = output,
        .is_symbolic = is_symbolic,
        .format = snprintf,
        .parse = strtod,
        .unmodelled = unmodelled,
        .end = end,
        .math = math,
    };
    *(struct runtime_host **)runtime_symbol("runtime_host") = &host;
    runtime_reset();
}

void *runtime_symbol(const char *name)
{
    void *symbol = dlsym(library, name);
    if (!symbol)
        fail(dlerror());
    return symbol;
}

void runtime_reset(void)
{
    memset(&runtime_record, 0, sizeof runtime_record);
    runtime_record.status = -1;
}

void runtime_run(void (*function)(void))
{
    if (setjmp(ended) == 0)
        function();
}

static int exit_status;

static void call_exit(void)
{
    ((void (*)(int))(uintptr_t)runtime_symbol("exit"))(exit_status);
}

void runtime_exit(int status)
{
    exit_status = status;
    runtime_run(call_exit);
}

uint64_t random_bits(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15;
    state += 0x9e3779b97f4a7c15;
    uint64_t x = state;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

uint32_t random_below(uint32_t limit)
{
    return (uint32_t)(random_bits() >> 32) % limit;
}

char random_character(const char *alphabet)
{
    return alphabet[random_below((uint32_t)strlen(alphabet))];
}

void random_text(char *text, size_t most, const char *alphabet)
{
    size_t length = random_below((uint32_t)most + 1);
    for (size_t i = 0; i < length; i++)
        text[i] = random_character(alphabet);
    text[length] = 0;
}
