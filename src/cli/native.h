// Native programs that follow the schedule of a witness: built from a regression test (report/regression.h)
// in a temporary folder.
#ifndef HEDDLE_CLI_NATIVE_H
#define HEDDLE_CLI_NATIVE_H

#include "report/regression.h"

struct native_test {
    struct heddle_check *check;
    struct regression test;
    char *build;   // how the test is built, lines of a comment
    char *scratch; // temporary folder
    int lock;      // that holds it
};

// Replays the witness and makes its test. `steps`: with all steps, for a debugger; `name`: of the test's
// file, for its comment. False with the error set (empty: it was said). Released with native_end, in either
// case.
bool native_begin(struct native_test *native, const struct settings *settings, const char *witness,
                  bool steps, const char *name, struct error *error);
void native_end(struct native_test *native);

// Builds the program with the test; its path, owned by the caller. NULL with the error set.
char *native_build(const struct native_test *native, const char *compiler, bool clang, struct error *error);
// The program's argument vector, NULL at its end; its words are borrowed, the vector is owned by the caller.
char **native_arguments(const struct native_test *native, char *program);
// Runs the program up to `runs` times, without input, its standard output thrown away, until a run does not
// fail as the violation says. Returns how many runs before that did; all of them: it failed every time.
unsigned native_failures(const struct native_test *native, char *program, unsigned runs);

#endif
