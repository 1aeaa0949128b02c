// Byte strings one behind the other, each after its length: what requests about servers consist of.
#ifndef HEDDLE_STORE_FIELDS_H
#define HEDDLE_STORE_FIELDS_H

#include "base/bytes.h"

#include <stdbool.h>
#include <stddef.h>

// Data NULL: nothing, which is not the same as an empty string. At most 1 GB.
void fields_add(byte_vector *to, const void *data, size_t size);
void fields_add_text(byte_vector *to, const char *text); // NULL is allowed

struct fields {
    const char *at;
    size_t left;
};

struct field {
    const char *data; // NULL: nothing
    size_t size;
};

// The next one, pointing into the fields. False: there is none, or not all of it.
bool fields_next(struct fields *fields, struct field *field);
// The next field, a text without zeros within, as a copy owned by the caller; NULL for nothing.
bool fields_next_text(struct fields *fields, char **text);

#endif
