// Mappings of memory (mapping.c) and of files (file_mapping.c).
#ifndef HEDDLE_RUNTIME_MAPPING_H
#define HEDDLE_RUNTIME_MAPPING_H

#include "runtime/files.h"

typedef long long offset64;
size_t __heddle_object_size(const void *at);
size_t __heddle_block_size(const void *at);
// What may be done with pages, together; OF_ZEROS: and that they hold zeros from then on
// (machine/native_mapping.c).
enum { PAGES_NOT_ACCESSED = 0, PAGES_READ = 1, PAGES_WRITTEN = 2, PAGES_OF_ZEROS = 4, PAGES_ANY = 3 };
void *__heddle_map(size_t size, int protection, bool parts);
bool __heddle_unmap(void *at, size_t size);
// Of pages of mappings in a range, together; 0: all may be read and written, as far as they are such pages.
enum { PAGES_ARE_GONE = 1, PAGES_ARE_FORBIDDEN = 2, PAGES_ARE_READ_ONLY = 4 };
int __heddle_pages_lost(const void *at, size_t size);
bool __heddle_protect(void *at, size_t size, int protection);

enum { PAGE = 4096, SHARED = 1 };

INLINE size_t __runtime_whole_pages(size_t size)
{
    return (size + PAGE - 1) / PAGE * PAGE;
}

// All in an atomic section. Maps the file; 0, or an error.
int __runtime_map_file(void **at, size_t size, int protection, bool shared, int descriptor, offset64 offset);
// Ends the mapping of a file that is there, as a whole; false: there is none.
bool __runtime_unmap_file(void *at, size_t size);
// Whether the address lies in the mapping of a file that may not be written, whatever its protection was.
bool __runtime_is_read_only_file(const void *at);
// Whether it lies in a mapping that has pages behind the end of its file.
bool __runtime_exceeds_file(const void *at);
// The program has mapped memory that it shares, not of a file: from now on MADV_DONTNEED has no model.
void __runtime_maps_shared(void);
// In no section. Whether the address lies in the mapping of a file.
bool __runtime_is_file_mapping(const void *at);

#endif
