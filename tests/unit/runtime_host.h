// The runtime library (src/runtime) compiled for the host and loaded beside glibc, for tests that compare the
// two.
#ifndef HEDDLE_TESTS_RUNTIME_HOST_H
#define HEDDLE_TESTS_RUNTIME_HOST_H

#include <stddef.h>
#include <stdint.h>

// What the machine does for the runtime, done by the host.
struct runtime_host {
    void (*output)(int descriptor, const char *bytes, size_t count);
    int (*is_symbolic)(uint64_t value);
    int (*format)(char *out, size_t size, const char *format, ...);
    double (*parse)(const char *text, char **end);
    void (*unmodelled)(const char *what);
    void (*end)(int status);
    double (*math)(int function, double x, double y);
    int atomic;
};

// What the runtime did since the last runtime_reset.
struct runtime_record {
    char output[3][4096]; // by descriptor, terminated
    unsigned output_calls;
    const char *unmodelled; // NULL: nothing
    int status;             // that the program ended with; -1: it did not
    uint64_t symbolic;      // the one value that counts as symbolic; 0: none does
};
extern struct runtime_record runtime_record;

// Compiles and loads the library, with clang; aborts with a message where that fails.
void runtime_load(void);
// The runtime's function or variable of that name; aborts if there is none.
void *runtime_symbol(const char *name);
// Forgets the record.
void runtime_reset(void);
// Calls the runtime's exit and returns when the program has ended.
void runtime_exit(int status);
// Calls function(), which may end the program; returns then, too.
void runtime_run(void (*function)(void));

// Declares `mine_name` as a pointer to the runtime's version of glibc's function `name`.
#define RUNTIME(name) __typeof__(&name) mine_##name = (__typeof__(&name))(uintptr_t)runtime_symbol(#name)

// Deterministic pseudo-random numbers for tests: below `limit`, and one of a string's characters.
uint32_t random_below(uint32_t limit);
uint64_t random_bits(void);
char random_character(const char *alphabet);
// Fills `text` with at most most characters of the alphabet, and a terminator.
void random_text(char *text, size_t most, const char *alphabet);

#endif
