// Reading files that others wrote. Whatever a path names, nothing here waits or reads without end: only
// regular files are read, up to a limit.
#ifndef HEDDLE_BASE_FILE_H
#define HEDDLE_BASE_FILE_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

#define FILE_LIMIT_SOURCE ((uint64_t)256 << 20) // C and preprocessed C, compile commands, witnesses
#define FILE_LIMIT_MODULE ((uint64_t)1 << 30)   // LLVM assembly and bitcode
#define FILE_LIMIT_STORED ((uint64_t)4 << 30)   // stored programs

// Opens a regular file of at most `limit` bytes without waiting (a FIFO is refused). Returns the descriptor,
// to be closed by the caller, or -1 with the error set: "PATH: why". *size (NULL is allowed): of the file
// now.
int file_open(const char *path, uint64_t limit, uint64_t *size, struct error *error);
// Whether file_open succeeds.
bool file_check(const char *path, uint64_t limit, uint64_t *size, struct error *error);
// The content, zero-terminated, owned by the caller, or NULL with the error set. Files that are longer than
// the system says, as those of /proc, are read to their end.
char *file_read(const char *path, uint64_t limit, size_t *size, struct error *error);
// xxHash64 of the content of a file of at most FILE_LIMIT_MODULE bytes; false with the error set.
bool file_hash(const char *path, uint64_t *hash, struct error *error);

// Writes all of it. False: errno says why not.
bool file_write_all(int descriptor, const void *data, size_t size);

#endif
