// Writing whole files, and folders for them.
#ifndef HEDDLE_REPORT_FILES_H
#define HEDDLE_REPORT_FILES_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

// Writes all of it or nothing: a temporary file in the same folder, then rename.
bool file_write(const char *path, const char *bytes, size_t size, struct error *error);
// Makes a folder and those above it.
bool folder_make(const char *path, struct error *error);
// Whether folder_make could succeed and files could be made there; changes nothing.
bool folder_usable(const char *path, struct error *error);
// The current folder, owned by the caller; NULL: unknown.
char *folder_current(void);

#endif
