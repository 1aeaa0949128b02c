// Errors of library functions: a message for people, with a place where there is one.
#ifndef HEDDLE_BASE_ERROR_H
#define HEDDLE_BASE_ERROR_H

#include <stdbool.h>

// `message` is owned by the error (NULL: no error yet). The first error set stays: what follows is its
// consequence.
struct error {
    char *message;
};

// Formats the message. Always returns false, so that a caller can `return error_set(...)`.
bool error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
void error_free(struct error *error);

#endif
