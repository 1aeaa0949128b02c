#include "program/elf.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/vector.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

// The parts of a section's head that matter here, of either class.
struct section_place {
    uint64_t name, offset, size;
};

// A file in memory, and where its table of sections is.
struct image {
    const uint8_t *bytes;
    size_t size;
    bool wide;        // 64 bits
    uint64_t table;   // offset of the heads of sections
    size_t head_size; // bytes of one
    uint64_t count, names;
};

static bool is_within_image(const struct image *image, uint64_t offset, uint64_t size)
{
    return offset <= image->size && size <= image->size - offset;
}

// The head of section `index`, which is in the table.
static struct section_place get_section(const struct image *image, uint64_t index)
{
    const uint8_t *at = image->bytes + image->table + index * image->head_size;
    if (image->wide) {
        Elf64_Shdr head;
        memcpy(&head, at, sizeof head);
        return (struct section_place){head.sh_name, head.sh_offset, head.sh_size};
    }
    Elf32_Shdr head;
    memcpy(&head, at, sizeof head);
    return (struct section_place){head.sh_name, head.sh_offset, head.sh_size};
}

// Beyond 65,279 sections the numbers stand in the head of the first.
static void get_extended_numbers(struct image *image)
{
    const uint8_t *first = image->bytes + image->table;
    Elf64_Shdr wide;
    Elf32_Shdr narrow;
    if (!is_within_image(image, image->table, image->head_size))
        return;
    memcpy(&wide, first, image->wide ? sizeof wide : 0);
    memcpy(&narrow, first, image->wide ? 0 : sizeof narrow);
    if (image->count == 0) // as in a file without sections, too
        image->count = image->wide ? wide.sh_size : narrow.sh_size;
    if (image->names == SHN_XINDEX)
        image->names = image->wide ? wide.sh_link : narrow.sh_link;
}

static bool open_image(struct image *image)
{
    Elf64_Ehdr wide;
    Elf32_Ehdr narrow;
    if (image->size < sizeof narrow || memcmp(image->bytes, ELFMAG, SELFMAG) != 0 ||
        image->bytes[EI_DATA] != ELFDATA2LSB)
        return false;
    image->wide = image->bytes[EI_CLASS] == ELFCLASS64;
    if (image->wide) {
        if (image->size < sizeof wide)
            return false;
        memcpy(&wide, image->bytes, sizeof wide);
        image->table = wide.e_shoff;
        image->count = wide.e_shnum;
        image->names = wide.e_shstrndx;
        image->head_size = sizeof(Elf64_Shdr);
    } else {
        memcpy(&narrow, image->bytes, sizeof narrow);
        image->table = narrow.e_shoff;
        image->count = narrow.e_shnum;
        image->names = narrow.e_shstrndx;
        image->head_size = sizeof(Elf32_Shdr);
    }
    get_extended_numbers(image);
    if (!image->table || !image->count || image->names >= image->count ||
        image->count > image->size / image->head_size ||
        !is_within_image(image, image->table, image->count * image->head_size))
        return false;
    struct section_place names = get_section(image, image->names);
    return is_within_image(image, names.offset, names.size);
}

// The number of the section of that name; 0, which no section has: there is none.
static uint64_t find_section(const struct image *image, const char *name)
{
    struct section_place names = get_section(image, image->names);
    size_t length = strlen(name) + 1;
    for (uint64_t i = 1; i < image->count; i++) {
        struct section_place section = get_section(image, i);
        if (section.name < names.size && names.size - section.name >= length &&
            memcmp(image->bytes + names.offset + section.name, name, length) == 0)
            return i;
    }
    return 0;
}

// What is written behind the file: the section, the names of sections, their heads.
struct tail {
    VECTOR(uint8_t) bytes;
    uint64_t start; // its offset in the file
};

static uint64_t tail_add(struct tail *tail, const void *data, size_t size)
{
    uint64_t at = tail->start + tail->bytes.size;
    if (size == 0)
        return at;
    vector_reserve(&tail->bytes, (uint64_t)tail->bytes.size + size);
    memcpy(tail->bytes.data + tail->bytes.size, data, size);
    tail->bytes.size += (uint32_t)size;
    return at;
}

static void tail_align(struct tail *tail)
{
    static const uint8_t zeros[8];
    tail_add(tail, zeros, (size_t)(-(tail->start + tail->bytes.size) & 7));
}

// Writes a head to `at`. With `fresh` all of it, else where the content is only.
static void put_section(const struct image *image, uint8_t *at, const struct section_place *section,
                        bool fresh)
{
    if (image->wide) {
        Elf64_Shdr head = {.sh_type = SHT_PROGBITS, .sh_addralign = 1, .sh_name = (Elf64_Word)section->name};
        if (!fresh)
            memcpy(&head, at, sizeof head);
        head.sh_offset = section->offset;
        head.sh_size = section->size;
        memcpy(at, &head, sizeof head);
    } else {
        Elf32_Shdr head = {.sh_type = SHT_PROGBITS, .sh_addralign = 1, .sh_name = (Elf32_Word)section->name};
        if (!fresh)
            memcpy(&head, at, sizeof head);
        head.sh_offset = (Elf32_Off)section->offset;
        head.sh_size = (Elf32_Word)section->size;
        memcpy(at, &head, sizeof head);
    }
}

// Makes the tail and returns the offset of the new table of sections in the file.
static uint64_t make_tail(const struct image *image, const char *name, const void *data, size_t size,
                          struct tail *tail)
{
    uint64_t old = find_section(image, name);
    struct section_place before = old ? get_section(image, old) : (struct section_place){0};
    struct section_place names = get_section(image, image->names), added = before;
    if (!is_within_image(image, before.offset, before.size))
        before.size = 0;
    tail_align(tail);
    added.offset = tail_add(tail, image->bytes + before.offset, (size_t)before.size);
    tail_add(tail, data, size);
    added.size = before.size + size;
    if (!old) {
        tail_align(tail);
        uint64_t at = tail_add(tail, image->bytes + names.offset, (size_t)names.size);
        tail_add(tail, name, strlen(name) + 1);
        added.name = names.size;
        names.offset = at;
        names.size += strlen(name) + 1;
    }
    tail_align(tail);
    static const uint8_t blank[sizeof(Elf64_Shdr)];
    uint64_t table = tail_add(tail, image->bytes + image->table, (size_t)(image->count * image->head_size));
    if (!old)
        tail_add(tail, blank, image->head_size);
    uint8_t *heads = tail->bytes.data + (table - tail->start);
    put_section(image, heads + (old ? old : image->count) * image->head_size, &added, !old);
    if (!old)
        put_section(image, heads + image->names * image->head_size, &names, false);
    return table;
}

// The head of the file with its new table. A number of sections that does not fit stands in the first
// section's head, as its size.
static size_t make_head(const struct image *image, uint64_t table, uint64_t count, uint8_t *first,
                        uint8_t *head)
{
    struct section_place counter = {.size = count};
    bool fits = count < SHN_LORESERVE;
    if (!fits)
        put_section(image, first, &counter, false);
    if (image->wide) {
        Elf64_Ehdr wide;
        memcpy(&wide, image->bytes, sizeof wide);
        wide.e_shoff = table;
        wide.e_shnum = (Elf64_Half)(fits ? count : 0);
        memcpy(head, &wide, sizeof wide);
        return sizeof wide;
    }
    Elf32_Ehdr narrow;
    memcpy(&narrow, image->bytes, sizeof narrow);
    narrow.e_shoff = (Elf32_Off)table;
    narrow.e_shnum = (Elf32_Half)(fits ? count : 0);
    memcpy(head, &narrow, sizeof narrow);
    return sizeof narrow;
}

static bool write_at(int file, const void *data, size_t size, uint64_t offset)
{
    return lseek(file, (off_t)offset, SEEK_SET) >= 0 && file_write_all(file, data, size);
}

static bool append_section(const struct image *image, const char *path, const char *name, const void *data,
                           size_t size, struct error *error)
{
    struct tail tail = {.start = image->size};
    uint8_t head[sizeof(Elf64_Ehdr)];
    uint64_t table = make_tail(image, name, data, size, &tail);
    uint8_t *heads = tail.bytes.data + (table - tail.start);
    uint64_t count = (tail.start + tail.bytes.size - table) / image->head_size;
    size_t head_size = make_head(image, table, count, heads, head);
    int file = open(path, O_WRONLY | O_CLOEXEC);
    bool good = file >= 0 && write_at(file, tail.bytes.data, tail.bytes.size, tail.start) &&
                write_at(file, head, head_size, 0);
    int why = errno;
    if (file >= 0 && close(file) != 0 && good) {
        good = false;
        why = errno;
    }
    vector_free(&tail.bytes);
    return good || error_set(error, "%s: %s", path, strerror(why));
}

bool elf_append_section(const char *path, const char *name, const void *data, size_t size,
                        struct error *error)
{
    struct image image = {0};
    char *content = file_read(path, FILE_LIMIT_STORED, &image.size, error);
    image.bytes = (const uint8_t *)content;
    // Offsets of 32 bits, and the size of the tail.
    bool good =
        content && (open_image(&image) || error_set(error, "%s: not an ELF file for x86", path)) &&
        ((uint64_t)image.size + size < (uint64_t)INT32_MAX || error_set(error, "%s: too large", path)) &&
        append_section(&image, path, name, data, size, error);
    memory_free(content);
    return good;
}

bool elf_is(const uint8_t *bytes, size_t size)
{
    return size >= SELFMAG && memcmp(bytes, ELFMAG, SELFMAG) == 0;
}

const uint8_t *elf_section(const uint8_t *bytes, size_t size, const char *name, size_t *length,
                           struct error *error)
{
    struct image image = {.bytes = bytes, .size = size};
    *length = 0;
    if (!open_image(&image)) {
        error_set(error, "a damaged ELF file, or one for another machine");
        return NULL;
    }
    uint64_t number = find_section(&image, name);
    if (!number)
        return NULL;
    struct section_place section = get_section(&image, number);
    if (!is_within_image(&image, section.offset, section.size)) {
        error_set(error, "a damaged ELF file");
        return NULL;
    }
    *length = (size_t)section.size;
    return bytes + section.offset;
}

const char *elf_dynamic_text(const uint8_t *bytes, size_t size, int64_t kind, size_t *at)
{
    struct error ignored = {0};
    size_t length, texts_length;
    const uint8_t *entries = elf_section(bytes, size, ".dynamic", &length, &ignored);
    const uint8_t *texts = elf_section(bytes, size, ".dynstr", &texts_length, &ignored);
    error_free(&ignored);
    bool wide = size > EI_CLASS && bytes[EI_CLASS] == ELFCLASS64;
    size_t entry_size = wide ? sizeof(Elf64_Dyn) : sizeof(Elf32_Dyn);
    for (; entries && texts && *at + entry_size <= length; *at += entry_size) {
        Elf64_Dyn entry = {0};
        Elf32_Dyn narrow = {0};
        memcpy(wide ? (void *)&entry : &narrow, entries + *at, entry_size);
        int64_t tag = wide ? entry.d_tag : narrow.d_tag;
        uint64_t offset = wide ? entry.d_un.d_val : narrow.d_un.d_val;
        if (tag != kind || offset >= texts_length ||
            !memchr(texts + offset, 0, texts_length - (size_t)offset))
            continue;
        *at += entry_size;
        return (const char *)texts + offset;
    }
    return NULL;
}

// Programs that can be loaded anywhere look as shared libraries do, but name the system's loader, or say it.
static bool is_movable_program(const uint8_t *bytes, size_t size)
{
    struct error ignored = {0};
    size_t length, at = 0;
    bool program = elf_section(bytes, size, ".interp", &length, &ignored) != NULL;
    const uint8_t *entries = elf_section(bytes, size, ".dynamic", &length, &ignored);
    error_free(&ignored);
    for (Elf64_Dyn entry; entries && bytes[EI_CLASS] == ELFCLASS64 && at + sizeof entry <= length;
         at += sizeof entry) {
        memcpy(&entry, entries + at, sizeof entry);
        program |= entry.d_tag == DT_FLAGS_1 && (entry.d_un.d_val & DF_1_PIE);
    }
    return program;
}

enum elf_use elf_use_of(const uint8_t *bytes, size_t size)
{
    Elf32_Ehdr head; // its first fields are those of the other class
    if (size < sizeof head)
        return ELF_OBJECT;
    memcpy(&head, bytes, sizeof head);
    if (head.e_type == ET_EXEC)
        return ELF_PROGRAM;
    if (head.e_type != ET_DYN)
        return ELF_OBJECT;
    return is_movable_program(bytes, size) ? ELF_PROGRAM : ELF_LIBRARY;
}
