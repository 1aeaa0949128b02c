// Reading and writing whole files, for witnesses and quoted source lines.
#ifndef HEDDLE_REPORT_FILES_H
#define HEDDLE_REPORT_FILES_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

// The content, zero-terminated, owned by the caller, or NULL with the error set.
char *file_read(const char *path, size_t *size, struct error *error);
// xxHash64 of the content; false with the error set.
bool file_hash(const char *path, uint64_t *hash, struct error *error);
// Writes all of it or nothing: a temporary file in the same folder, then rename.
bool file_write(const char *path, const char *bytes, size_t size, struct error *error);
// Makes a folder and those above it.
bool folder_make(const char *path, struct error *error);
// Whether folder_make could succeed and files could be made there; changes nothing.
bool folder_usable(const char *path, struct error *error);
// The current folder, owned by the caller; NULL: unknown.
char *folder_current(void);

#endif
