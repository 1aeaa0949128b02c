// What a check is asked to do: the options of report/options.def with their values, the files and the flags
// of clang.
#ifndef HEDDLE_REPORT_SETTINGS_H
#define HEDDLE_REPORT_SETTINGS_H

#include "base/error.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

typedef VECTOR(char *) text_list; // its strings are owned

// Adds a copy.
void text_list_add(text_list *list, const char *text);
void text_list_free(text_list *list);

enum result_format { FORMAT_TEXT, FORMAT_JSON, FORMAT_SARIF, FORMAT_SHORT, FORMAT_JUNIT };
enum predict_format { PREDICT_TEXT, PREDICT_JSON };
enum check_engine { CHECK_EXPLORES, CHECK_PREDICTS };
enum record_keep { KEEP_OLDEST, KEEP_NEWEST };
enum predict_engine { ENGINE_AUTO, ENGINE_FAST, ENGINE_EXACT };
enum { // bits
    PREDICT_RACES = 1,
    PREDICT_DEADLOCKS = 2,
    PREDICT_ATOMICITY = 4,
    PREDICT_ASSERTIONS = 8,
    PREDICT_ABORTS = 16,
    PREDICT_BY_DEFAULT = 32, // none of these was asked for by name
};
enum store_format { STORE_TEXT, STORE_JSON };
enum slice_format { SLICE_TEXT, SLICE_JSON, SLICE_DOT }; // of diff, too
enum {                                                   // bits
    INDEPENDENCE_NONE = 1,
    INDEPENDENCE_OBSERVERS = 2,
    INDEPENDENCE_COMMUTE = 4,
    INDEPENDENCE_OUTCOME = 8,
    INDEPENDENCE_PEEK = 16,
    INDEPENDENCE_THREADS = 32
};
enum slice_setting { SLICE_SETTING_ON, SLICE_SETTING_DYNAMIC, SLICE_SETTING_OFF };
enum prune_setting { PRUNE_AUTO, PRUNE_ON, PRUNE_OFF };
enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };

// Half of what the machine has, and the like: base/available.h.
#define BYTES_AUTO UINT64_MAX

struct settings {
    uint32_t properties; // 1 << enum property
    bool spurious, malloc_may_fail, create_may_fail, weak_cas_fails, prefer_writers, time_may_pass;
    unsigned reuse;          // on, off
    unsigned random_numbers; // enum random_numbers
    uint64_t stack_size;     // 0: no limit
    uint64_t max_threads;    // 0: FIRST_THREADS, then MORE_THREADS
    unsigned leaks;          // enum leak_kind
    text_list havoc;
    uint64_t text_width;        // columns; 0: as the terminal
    text_list loop_bounds;      // FILE:LINE=N, of --unwind
    text_list atomic;           // regions that are meant to be atomic
    unsigned volatile_accesses; // plain, atomic
    unsigned por;               // enum por_algorithm
    uint64_t seed;              // of its draws
    uint64_t states;            // 0: no limit
    uint64_t jobs;              // processes that explore
    unsigned prune;             // auto, on, off
    bool verify_cuts;
    uint64_t summary_entries, summary_nodes;
    unsigned slice;        // enum slice_setting
    uint32_t independence; // bits, see INDEPENDENCE_
    uint64_t preemptions;  // N + 1; 0: no limit
    bool iterative;
    bool all;
    unsigned race_proof;       // on, off
    unsigned check_engine;     // enum check_engine
    unsigned model;            // ctp, maximal
    unsigned prefixes;         // on, off
    unsigned run_schedule;     // enum run_schedule
    uint64_t runs, max_events; // of the engine that predicts; max_events: 0: a default
    uint64_t unwind, max_executions, max_memory, solver_timeout; // 0: no limit; memory: BYTES_AUTO
    double max_seconds;                                          // 0: no limit
    bool m32, m64;
    char *compile_commands;                      // NULL: none
    char *effects;                               // file; NULL: none
    char *output;                                // file; NULL: standard output
    char *cache;                                 // NULL: the user's; "off": none
    char *store;                                 // folder, or servers; NULL: none
    uint64_t store_size;                         // of a folder, bytes; 0: no limit
    char *store_key;                             // file, or "none"
    double store_timeout;                        // seconds; 0: no limit
    char *store_authorities, *store_certificate; // files; "": none
    char *cluster;                               // URL of a server; NULL: none
    double cluster_patience;                     // seconds; 0: no limit
    double claim_after;                          // of worker, seconds
    text_list arguments;
    text_list entries;                  // functions that are run as threads
    text_list given_files, given_input; // as program/given.h reads them; at most one input
    uint64_t symbolic_input;            // 0: none
    unsigned format;                    // enum result_format
    char *witness;                      // "": none
    uint64_t minimise;                  // executions for each violation; 0: none
    bool show_output, full_schedule, explain;
    bool gdb;                 // of replay
    text_list targets;        // of heddle.toml; empty: all
    unsigned color, progress; // enum when
    bool verbose, print_program, help, version;
    text_list at; // of slice: FILE:LINE each
    bool forward;
    char *why;                            // FILE:LINE; NULL: not asked
    unsigned slice_format;                // enum slice_format
    uint32_t predicted;                   // bits, see PREDICT_
    unsigned predict_format;              // enum predict_format
    unsigned engine;                      // enum predict_engine
    double predict_seconds;               // 0: no limit
    uint64_t predict_timeout;             // of a query; 0: no limit
    uint64_t predict_events;              // of a walk along a recording; 0: no limit
    bool replay;                          // what predict finds
    double replay_seconds;                // each; 0: no limit
    uint64_t max_predictions, max_cycles; // 0: no limit
    bool dump, to_std;                    // of trace
    text_list threads;                    // names; empty: all
    uint64_t from, to;                    // numbers of events, from 1; 0: no limit
    text_list clang_words;                // of record: for clang
    char *window;                         // of record; NULL: run
    unsigned keep;                        // of record: enum record_keep
    uint64_t max_trace;                   // bytes; 0: no limit
    unsigned store_format;                // enum store_format
    bool check_store, compact_store, clear_store;
    char *export_to, *import_from; // files; NULL: not asked for
    char *property_file;           // of svcomp; NULL: none
    text_list svcomp_witnesses;    // files
    // Not options:
    text_list files, clang_arguments; // the latter: what follows --
    text_list given;                  // options as they were set, `SPELLING=VALUE`, one after the other
    const char *taking,
        *taken; // the option that took the argument behind it, which names a file, for its value; NULL: none
    bool own_errors;          // reach_error and its like are the program's functions where it defines them
    bool allocations_succeed; // as of struct machine_options
};

enum option_kind {
    OPTION_FLAG,
    OPTION_COUNT,
    OPTION_ROUNDS, // OPTION_COUNT, or of one loop (loop_bounds.h)
    OPTION_LIMIT,
    OPTION_SECONDS,
    OPTION_BYTES,
    OPTION_CHOICE,
    OPTION_SET,
    OPTION_NAMES,
    OPTION_WORDS,
    OPTION_TEXTS,
    OPTION_TEXT,
    OPTION_FOLDER
};
// COMMAND_ALL: those that execute the program, and `heddle` itself; COMMAND_COMPILING: those that compile
// one, and `heddle`. COMMAND_CC has no options but clang's.
enum {
    COMMAND_CHECK = 1,
    COMMAND_REPLAY = 2,
    COMMAND_ALL = 7,
    COMMAND_SLICE = 8,
    COMMAND_CC = 16,
    COMMAND_HARNESS = 32,
    COMMAND_DIFF = 512,
    COMMAND_COMPILING = COMMAND_ALL | COMMAND_SLICE | COMMAND_HARNESS | COMMAND_DIFF,
    COMMAND_TRACE = 64,
    COMMAND_PREDICT = 128,
    COMMAND_RECORD = 256,
    COMMAND_STORE = 1024,
    COMMAND_SVCOMP = 2048,
    COMMAND_REPORT = 4096,
    COMMAND_EXPORT = 8192,
    COMMAND_INIT = 16384,
    COMMAND_WORKER = 32768,
    COMMAND_EVERY = COMMAND_COMPILING | COMMAND_TRACE | COMMAND_PREDICT | COMMAND_RECORD | COMMAND_STORE |
                    COMMAND_SVCOMP | COMMAND_REPORT | COMMAND_EXPORT | COMMAND_INIT | COMMAND_WORKER
};

struct option {
    const char *section;  // not NULL: no option but the title of those that follow
    const char *spelling; // "--unwind", "-m32"
    enum option_kind kind;
    unsigned commands; // COMMAND_ bits
    const char *values, *initial, *meta, *help;
    size_t offset; // of its field in struct settings
};

// The table, in the order of options.def; returns its length.
uint32_t option_table(const struct option **table);
// The option of that spelling for one of these commands, or NULL.
const struct option *option_find(const char *spelling, unsigned commands);
// The known spelling nearest to a mistyped one, or NULL when none is near.
const char *option_nearest(const char *spelling, unsigned commands);

// All defaults.
void settings_init(struct settings *settings);
void settings_free(struct settings *settings);
// Sets one option. A flag takes NULL or "on", or "off". Lists named twice add up; of anything else the last
// one counts. False with a message that names the option and the value.
bool settings_set(struct settings *settings, const struct option *option, const char *value,
                  struct error *error);
// What no single option shows: contradictions, no files.
bool settings_check(const struct settings *settings, struct error *error);
// Checks that each of the files that exist is named once. False with the error set.
bool settings_check_files(const text_list *files, struct error *error);

#endif
