// Mappings of memory (mapping.c) and of files (file_mapping.c).
#ifndef HEDDLE_RUNTIME_MAPPING_H
#define HEDDLE_RUNTIME_MAPPING_H

#include "runtime/files.h"

typedef long long offset64;
size_t __heddle_object_size(const void *at);
void *__heddle_map(size_t size);
bool __heddle_unmap(void *at, size_t size);

enum { PAGE = 4096, SHARED = 1 };

INLINE size_t __runtime_whole_pages(size_t size)
{
    return (size + PAGE - 1) / PAGE * PAGE;
}

// Both in an atomic section. Maps the file, for reading and writing; 0, or an error.
int __runtime_map_file(void **at, size_t size, bool shared, int descriptor, offset64 offset);
// Ends the mapping of a file that is there, as a whole; false: there is none.
bool __runtime_unmap_file(void *at, size_t size);
// In no section.
bool __runtime_is_file_mapping(const void *at);

#endif
