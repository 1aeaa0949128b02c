// Sections of ELF files, by name: objects, shared libraries and executables for x86.
#ifndef HEDDLE_PROGRAM_ELF_H
#define HEDDLE_PROGRAM_ELF_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

// Appends `size` bytes to the section of that name, which is made if there is none. It is not loaded when the
// program runs; linkers join sections of the same name, and `strip` keeps them. What the file has stays where
// it is, and its last change makes the section appear: a file that could not be written to the end is as
// before. False with the error set.
bool elf_append_section(const char *path, const char *name, const void *data, size_t size,
                        struct error *error);

// Whether it begins as an ELF file does.
bool elf_is(const uint8_t *bytes, size_t size);
// The section of that name of a file in memory; *length: its size. NULL: there is none, or the file is no ELF
// file for x86, or a damaged one: then the error is set, without the file's name.
const uint8_t *elf_section(const uint8_t *bytes, size_t size, const char *name, size_t *length,
                           struct error *error);
// What the file is for.
enum elf_use { ELF_OBJECT, ELF_PROGRAM, ELF_LIBRARY };
enum elf_use elf_use_of(const uint8_t *bytes, size_t size);

// What a linked file says in its dynamic section, one after the other: *at is 0 at first. Returns the text of
// the next entry of the kind (DT_NEEDED and such); NULL: there is no more.
const char *elf_dynamic_text(const uint8_t *bytes, size_t size, int64_t kind, size_t *at);

#endif
