// What `heddle cc` puts into the objects that it makes: bitcode, in a section of its own. A section is a row
// of records, one for each source file; a linker that joins the sections of its inputs joins the rows.
// Numbers are stored lowest byte first.
#ifndef HEDDLE_PROGRAM_EMBED_H
#define HEDDLE_PROGRAM_EMBED_H

#include "base/error.h"
#include "base/vector.h"

#include <stddef.h>
#include <stdint.h>

#define EMBED_SECTION ".heddle"

typedef VECTOR(uint8_t) embed_bytes;

// Appends a record: the source's name, and the bitcode made of it.
void embed_add(embed_bytes *section, const char *source, const void *bitcode, size_t size);

struct embed_record {
    const char *source; // not terminated
    size_t source_length;
    const uint8_t *bitcode;
    size_t size;
};
// Reads the record at *at of a section of `size` bytes, and moves *at behind it; what it gives points into
// the section. Zeros between records are passed over. False at the end, or, with the error set ("what is
// wrong"), where there is no record.
bool embed_next(const uint8_t *section, size_t size, size_t *at, struct embed_record *record,
                struct error *error);

#endif
