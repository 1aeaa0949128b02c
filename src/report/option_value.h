// Reading the values of options: one function a kind. All of them return false with a message that starts
// with the option's spelling and quotes the value, and then leave the destination as it was.
#ifndef HEDDLE_REPORT_OPTION_VALUE_H
#define HEDDLE_REPORT_OPTION_VALUE_H

#include "report/settings.h"

bool option_read_flag(const struct option *option, const char *value, bool *to, struct error *error);
// A positive number, or none (0).
bool option_read_count(const struct option *option, const char *value, uint64_t *to, struct error *error);
// A number N, 0 as well, as N + 1, or none (0).
bool option_read_limit(const struct option *option, const char *value, uint64_t *to, struct error *error);
// A positive decimal fraction, or none (0).
bool option_read_seconds(const struct option *option, const char *value, double *to, struct error *error);
// A positive number with an optional K, M, G or T (powers of 1024), none (0), or, where it is the default,
// auto (BYTES_AUTO).
bool option_read_bytes(const struct option *option, const char *value, uint64_t *to, struct error *error);
// One of the option's words: its index among them.
bool option_read_choice(const struct option *option, const char *value, unsigned *to, struct error *error);
// Some of the option's words, separated by commas: a bit each.
bool option_read_set(const struct option *option, const char *value, uint32_t *to, struct error *error);
// Names separated by commas, added to the list.
bool option_read_names(const struct option *option, const char *value, text_list *to, struct error *error);
// Words separated by blanks, with quotes and backslashes as in the shell, added to the list.
bool option_read_words(const struct option *option, const char *value, text_list *to, struct error *error);
// Any text but the empty one; `empty_allowed`: that too.
bool option_read_text(const struct option *option, const char *value, bool empty_allowed, char **to,
                      struct error *error);

#endif
