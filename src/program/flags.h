// Which of clang's flags are taken over from compile commands, and from witnesses: those of flags.def, and
// warnings. No other can make clang write or run something, or change what heddle asks of it.
#ifndef HEDDLE_PROGRAM_FLAGS_H
#define HEDDLE_PROGRAM_FLAGS_H

#include "base/error.h"

#include <stdint.h>

enum flag_use {
    FLAG_DROP,    // not taken over
    FLAG_WITNESS, // from witnesses only
    FLAG_PROJECT, // from compile commands and witnesses
};

// Looks at the word `at` of `count`. *length: how many words it is, with its value, 1 or 2. Words that are no
// flag are dropped, and so are flags whose value is missing.
enum flag_use flag_read(const char *const *words, uint32_t count, uint32_t at, uint32_t *length);

// Whether all words are flags that may come from a witness, or a recording; else the error names the first
// that is not, or says that there are control characters. Files that flags name must be regular, if they
// exist in `folder`.
bool flags_harmless(const char *const *words, uint32_t count, const char *folder, struct error *error);

#endif
