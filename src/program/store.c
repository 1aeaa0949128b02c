// The file format of programs: a header with a magic number, a signature of the operations and natives it was
// written for, the number of elements of each table and a hash of everything else; then the tables, each
// aligned.
#include "program/program.h"

#include "base/file.h"
#include "base/memory.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FORMAT_VERSION = 8, TABLE_ALIGNMENT = 16 };
static const char magic[8] = {'H', 'E', 'D', 'D', 'L', 'E', 'P', '\n'};

// Every name and format that the meaning of a stored program depends on.
static const char signature_text[] = ""
#define OPCODE(name, format) #name ":" format ";"
#include "program/opcodes.def"
#define NATIVE(name, ...) #name ";"
#include "program/natives.def"
    ;

#define COUNT_ONE(type, name) +1
enum { TABLE_COUNT = 0 PROGRAM_TABLES(COUNT_ONE) };
#undef COUNT_ONE

struct header {
    char magic[8];
    uint32_t version;
    uint32_t pointer_bits;
    uint64_t signature;
    uint32_t main, thread_local_count, main_parameters, reserved;
    uint64_t globals_end;
    uint32_t counts[TABLE_COUNT];
    uint32_t sizes[TABLE_COUNT]; // of one element
    uint64_t hash;               // of what is above and of the tables
};

struct stored_table {
    const void *data;
    size_t size; // of one element
    uint32_t count;
};

static size_t aligned_to_table(size_t size)
{
    return (size + TABLE_ALIGNMENT - 1) / TABLE_ALIGNMENT * TABLE_ALIGNMENT;
}

static void list_tables(const struct program *program, struct stored_table *tables)
{
    unsigned n = 0;
#define TABLE(type, name)                                                                                    \
    tables[n++] = (struct stored_table){program->name, sizeof(type), program->name##_count};
    PROGRAM_TABLES(TABLE)
#undef TABLE
}

static void fill_header(const struct program *program, const struct stored_table *tables,
                        struct header *header)
{
    memset(header, 0, sizeof *header);
    memcpy(header->magic, magic, sizeof magic);
    header->version = FORMAT_VERSION;
    header->pointer_bits = program->pointer_bits;
    header->signature = XXH64(signature_text, sizeof signature_text, 0);
    header->main = program->main;
    header->thread_local_count = program->thread_local_count;
    header->main_parameters = program->main_parameters;
    header->globals_end = program->globals_end;
    for (unsigned i = 0; i < TABLE_COUNT; i++) {
        header->counts[i] = tables[i].count;
        header->sizes[i] = (uint32_t)tables[i].size;
    }
}

// Lays the tables out one after the other behind the header. Returns the bytes needed.
static size_t place_tables(const struct header *header, size_t *offsets)
{
    size_t offset = aligned_to_table(sizeof *header);
    for (unsigned i = 0; i < TABLE_COUNT; i++) {
        offsets[i] = offset;
        offset += aligned_to_table((size_t)header->counts[i] * header->sizes[i]);
    }
    return offset;
}

// Of everything but the hash itself.
static uint64_t hash_image(const unsigned char *image, size_t size)
{
    size_t own = offsetof(struct header, hash), behind = own + sizeof(uint64_t);
    return XXH64(image + behind, size - behind, XXH64(image, own, 0));
}

static bool replace_file(const char *path, const unsigned char *data, size_t size, struct error *error)
{
    char *temporary = memory_format("%s.XXXXXX", path);
    int descriptor = mkstemp(temporary);
    bool done = descriptor >= 0 && file_write_all(descriptor, data, size);
    int reason = errno;
    if (descriptor >= 0) {
        fchmod(descriptor, 0644);
        if (close(descriptor) != 0 && done) {
            done = false;
            reason = errno;
        }
        if (done && rename(temporary, path) != 0) {
            done = false;
            reason = errno;
        }
        if (!done)
            unlink(temporary);
    }
    memory_free(temporary);
    return done || error_set(error, "%s: cannot write: %s", path, strerror(reason));
}

// The whole file; computes program->hash.
static unsigned char *make_image(struct program *program, size_t *image_size)
{
    struct stored_table tables[TABLE_COUNT];
    struct header header;
    size_t offsets[TABLE_COUNT];
    list_tables(program, tables);
    fill_header(program, tables, &header);
    size_t size = place_tables(&header, offsets);
    unsigned char *image = memory_zalloc(size, 1);
    memcpy(image, &header, sizeof header);
    for (unsigned i = 0; i < TABLE_COUNT; i++)
        if (tables[i].count)
            memcpy(image + offsets[i], tables[i].data, tables[i].count * tables[i].size);
    program->hash = hash_image(image, size);
    memcpy(image + offsetof(struct header, hash), &program->hash, sizeof program->hash);
    *image_size = size;
    return image;
}

bool program_write(struct program *program, const char *path, struct error *error)
{
    size_t size;
    unsigned char *image = make_image(program, &size);
    bool written = replace_file(path, image, size, error);
    memory_free(image);
    return written;
}

void *program_image(const struct program *program, size_t *size)
{
    struct program copy = *program; // its hash is computed anew
    if (!program->mapping)
        return make_image(&copy, size);
    *size = program->mapping_size;
    void *image = memory_alloc(*size);
    memcpy(image, program->mapping, *size);
    return image;
}

// Whether the header is one of ours and describes a file of that size.
static bool header_valid(const struct header *header, size_t size)
{
    struct stored_table tables[TABLE_COUNT];
    size_t offsets[TABLE_COUNT];
    struct program none = {0};
    list_tables(&none, tables);
    for (unsigned i = 0; i < TABLE_COUNT; i++)
        if (header->sizes[i] != tables[i].size)
            return false;
    return memcmp(header->magic, magic, sizeof magic) == 0 && header->version == FORMAT_VERSION &&
           header->signature == XXH64(signature_text, sizeof signature_text, 0) &&
           place_tables(header, offsets) == size;
}

static struct program *map_tables(unsigned char *image, size_t size)
{
    const struct header *header = (const struct header *)(const void *)image;
    size_t offsets[TABLE_COUNT];
    place_tables(header, offsets);
    struct program *program = memory_zalloc(1, sizeof *program);
    unsigned n = 0;
#define TABLE(type, name)                                                                                    \
    program->name = (type *)(void *)(image + offsets[n]);                                                    \
    program->name##_count = header->counts[n++];
    PROGRAM_TABLES(TABLE)
#undef TABLE
    program->pointer_bits = header->pointer_bits;
    program->main = header->main;
    program->thread_local_count = header->thread_local_count;
    program->main_parameters = header->main_parameters;
    program->globals_end = header->globals_end;
    program->hash = header->hash;
    program->mapping = image;
    program->mapping_size = size;
    return program;
}

// Takes over the mapping. `name`: of its origin, for messages.
static struct program *take_image(const char *name, unsigned char *image, size_t size, struct error *error)
{
    const struct header *header = (const struct header *)(const void *)image;
    const char *problem = NULL;
    if (size < aligned_to_table(sizeof(struct header)))
        problem = "not a stored program";
    else if (!header_valid(header, size))
        problem = "not a stored program of this version";
    else if (hash_image(image, size) != header->hash)
        problem = "damaged";
    if (problem) {
        munmap(image, size);
        error_set(error, "%s: %s", name, problem);
        return NULL;
    }
    return map_tables(image, size);
}

static struct program *read_image(const char *path, int descriptor, size_t size, struct error *error)
{
    if (size < aligned_to_table(sizeof(struct header))) {
        error_set(error, "%s: not a stored program", path);
        return NULL;
    }
    unsigned char *image = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0);
    if (image == MAP_FAILED) {
        error_set(error, "%s: cannot map: %s", path, strerror(errno));
        return NULL;
    }
    return take_image(path, image, size, error);
}

struct program *program_from_image(const char *name, const void *bytes, size_t size, struct error *error)
{
    unsigned char *image =
        size ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
    if (image == MAP_FAILED) {
        error_set(error, "%s: %s", name, size ? strerror(errno) : "not a stored program");
        return NULL;
    }
    memcpy(image, bytes, size);
    struct program *program = take_image(name, image, size, error);
    if (program && !program_check(program, error)) {
        program_free(program);
        return NULL;
    }
    return program;
}

struct program *program_read(const char *path, struct error *error)
{
    uint64_t size = 0;
    int descriptor = file_open(path, FILE_LIMIT_STORED, &size, error);
    if (descriptor < 0)
        return NULL;
    struct program *program = read_image(path, descriptor, (size_t)size, error);
    close(descriptor);
    return program;
}
