// A table of terms that another run reads.
#ifndef HEDDLE_TERM_KEPT_H
#define HEDDLE_TERM_KEPT_H

#include "base/bytes.h"
#include "term/term.h"

// Appends all terms and inputs.
void terms_write(const struct terms *terms, byte_vector *to);
// Into a table that has no terms yet but such as the other one began with: each gets the number that it had.
// False: the bytes are damaged, and the table is of no use.
bool terms_read(struct terms *terms, struct byte_reader *from);

#endif
