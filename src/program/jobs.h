// What a compiler driver would do: the jobs that `clang -###` lists, and what becomes of each C source.
#ifndef HEDDLE_PROGRAM_JOBS_H
#define HEDDLE_PROGRAM_JOBS_H

#include "program/process.h"

// A C source on its way through the jobs.
struct job_source {
    char *file, *language; // as clang calls it: "c", "cpp-output"
    char *output;          // the object, or what it is linked into
};

struct jobs {
    VECTOR(struct command) list;
    VECTOR(struct job_source) sources; // those that become machine code for x86
};

// Reads what `clang -###` has written on its standard error.
void jobs_read(struct jobs *jobs, const char *text);
void jobs_free(struct jobs *jobs);

#endif
