// The names that headers and the compiler give to functions of libc behind the programmer's back: `scanf` is
// compiled as a call of `__isoc99_scanf`, `fopen` with large files as one of `fopen64`.
#ifndef HEDDLE_PROGRAM_ALIASES_H
#define HEDDLE_PROGRAM_ALIASES_H

#include <stddef.h>

// The name as programs have it, of at most size - 1 characters, into `text`; of any other function its own
// name. Returns `text`.
const char *alias_plain_name(const char *name, char *text, size_t size);

#endif
