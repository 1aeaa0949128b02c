// Checking a multithreaded C program from another program. All that `heddle check` and `heddle replay` do
// goes through these functions; link with libheddle (pkg-config heddle).
//
//     struct heddle_check *check = heddle_new();
//     if (heddle_set(check, "unwind", "3") && heddle_add_file(check, "program.c"))
//         status = heddle_run(check);
//     puts(heddle_result_text(check, 100, 0));
//     heddle_free(check);
//
// A check is used by one thread at a time; only heddle_stop may be called from elsewhere, also from a signal
// handler. Several checks may be used at once, each by a thread of its own; but heddle_replay may change the
// current folder, which is that of the whole process. Strings returned belong to the check and stay valid
// until the same function is called again or the check is freed. Files named relatively are relative to the
// current folder of the process.
#ifndef HEDDLE_CHECK_H
#define HEDDLE_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

struct heddle_check;

// Also the exit statuses of the command.
enum heddle_status {
    HEDDLE_SAFE = 0, // every schedule and input was covered, and nothing fails; a replay: did not fail again
    HEDDLE_VIOLATION = 1, // a violation was found, and its replay failed again
    HEDDLE_BAD_INPUT = 2, // an option, a file or a witness cannot be used; see heddle_error
    HEDDLE_INCONCLUSIVE =
        3, // nothing fails in what was covered, but not everything was; see "reasons" in the result
    HEDDLE_INTERNAL_ERROR =
        4 // heddle contradicts itself; see heddle_error. Violations in the result are real. Please report it
};

// No function ends the process. Where memory does not suffice, those that return a status return
// HEDDLE_INCONCLUSIVE, others false or NULL, and heddle_error says so; what had been allocated by then may be
// lost.

// A check with default options and no files, NULL if there is no memory for it. Released with heddle_free.
struct heddle_check *heddle_new(void);
// Releases the check and all strings it returned. NULL is allowed.
void heddle_free(struct heddle_check *check);

// Sets an option by its name on the command line without the dashes ("unwind", "m32") to a value written as
// there; flags take "on" (or NULL) and "off". False: heddle_error says what is wrong, and the option keeps
// its value.
bool heddle_set(struct heddle_check *check, const char *name, const char *value);
// Adds a file to check: .c, .i, .ll or .bc. All files together are one program. False: no memory.
bool heddle_add_file(struct heddle_check *check, const char *path);
// Adds an argument for clang, what the command takes after `--`. False: no memory.
bool heddle_add_clang_argument(struct heddle_check *check, const char *argument);

// Numbers of an exploration that is under way.
struct heddle_progress {
    uint64_t executions; // of all outcomes
    uint64_t events;
    uint64_t depth; // of the present execution, in events
    uint64_t pruned;
    double seconds;
    double explored; // an estimate: how much of the search, as far as it is known, is over, 0 to 1; below 0:
                     // not known
    uint64_t iteration; // with --iterative, that is the search for executions with fewer preemptions; else 0
};
// `report` is called about ten times a second while heddle_run explores.
void heddle_on_progress(struct heddle_check *check,
                        void (*report)(void *context, const struct heddle_progress *), void *context);
// Ends compiling or exploring as soon as possible; the result is then what was covered so far. Safe in signal
// handlers.
void heddle_stop(struct heddle_check *check);

// `overdue` is called from a thread of the library's own when heddle_run has not returned two seconds after
// heddle_stop or the end of the time budget. `covered` stands for what is known: results can be asked of it
// as of any check, until `overdue` returns; heddle_run goes on meanwhile. The command prints them and ends
// the process.
void heddle_on_overdue(struct heddle_check *check,
                       void (*overdue)(void *context, struct heddle_check *covered), void *context);

// Compiles and explores. Compile errors are written to standard error by clang. Called once per check.
enum heddle_status heddle_run(struct heddle_check *check);
// Writes a witness for every violation found, into the folder of option "witness" (none if that is empty),
// and records their paths in the results. False: heddle_error says which file could not be written. Called
// before results are asked for.
bool heddle_write_witnesses(struct heddle_check *check);
// Re-executes the witness in this file instead of heddle_run. Its own files and options are used; relative
// file names are looked for in the current folder, then in the folder the check ran in, which becomes the
// current one meanwhile. HEDDLE_VIOLATION: confirmed. HEDDLE_SAFE: ran to its end without failing.
// HEDDLE_BAD_INPUT: no witness, or not for the program as it is now, or the program has no such execution.
enum heddle_status heddle_replay(struct heddle_check *check, const char *path);
// Compiles only, and prints the program in heddle's representation. HEDDLE_SAFE or HEDDLE_BAD_INPUT.
enum heddle_status heddle_print_program(struct heddle_check *check, FILE *out);

// What the last call that failed has to say; "" if nothing (or if clang has said it).
const char *heddle_error(const struct heddle_check *check);

// ---- results, after heddle_run or heddle_replay
struct heddle_violation {
    const char *kind; // "assertion", "deadlock", ...
    const char *message;
    const char *file, *function; // "" if it happened nowhere in particular
    uint32_t line, column;       // from 1; 0: unknown
    const char *thread;          // "main", "main.1", ...; of a deadlock the first of those that wait
    const char *witness;         // path; NULL: none written
};
size_t heddle_violation_count(const struct heddle_check *check);
// False if there is no such violation. Its strings live as long as the check.
bool heddle_violation(const struct heddle_check *check, size_t index, struct heddle_violation *violation);
// A number of the JSON result by its path there: "executions.complete", "solver.seconds", "events". -1: no
// such number.
double heddle_count(const struct heddle_check *check, const char *path);

// The following return NULL if there is no memory.

// The result as `--format=json` prints it; docs/results.md describes it.
const char *heddle_result_json(struct heddle_check *check);
// The result for people, for a terminal of `columns` columns (0: 100), with terminal colours or without.
const char *heddle_result_text(struct heddle_check *check, unsigned columns, bool colour);
// The result as SARIF 2.1.0.
const char *heddle_result_sarif(struct heddle_check *check);
// The result as lines `FILE:LINE:COLUMN: error: MESSAGE [PROPERTY]`; as JUnit XML.
const char *heddle_result_short(struct heddle_check *check);
const char *heddle_result_junit(struct heddle_check *check);

// "0.1.0"
const char *heddle_version(void);

#ifdef __cplusplus
}
#endif

#endif
