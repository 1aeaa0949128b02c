// From settings to a program.
#ifndef HEDDLE_REPORT_LOAD_H
#define HEDDLE_REPORT_LOAD_H

#include "base/interrupt.h"
#include "program/program.h"
#include "report/settings.h"

// The strings of a list, as APIs want them.
const char *const *load_strings(const text_list *list);
// The folder of the cache as frontend_options wants it.
const char *load_cache(const struct settings *settings);
// Compiles and lowers the files, or takes them from the cache. Owned by the caller; NULL with the error set.
struct program *load_program(const struct settings *settings, struct interrupt *interrupt,
                             struct error *error);
// The text of a driver for the functions of the files, as `heddle harness` writes it; owned by the caller.
// NULL with the error set.
char *load_harness(const struct settings *settings, size_t *size, struct error *error);
// Compiles and lowers a program that can be executed: one that defines main.
struct program *load_whole_program(const struct settings *settings, struct interrupt *interrupt,
                                   struct error *error);

#endif
