// Mappings of memory (mapping.c) and of files (file_mapping.c).
#ifndef HEDDLE_RUNTIME_MAPPING_H
#define HEDDLE_RUNTIME_MAPPING_H

#include "runtime/files.h"

typedef long long offset64;
size_t __heddle_object_size(const void *at);
size_t __heddle_block_size(const void *at);
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
// The program has mapped memory that it shares, not of a file: from now on MADV_DONTNEED has no model.
void __runtime_maps_shared(void);
// In no section. Whether the address lies in the mapping of a file.
bool __runtime_is_file_mapping(const void *at);

#endif
