#include "lower/parts.h"

#include "base/file.h"
#include "program/elf.h"
#include "program/embed.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char archive_magic[] = "!<arch>\n", thin_magic[] = "!<thin>\n";
enum { MAGIC = 8 };

// Where in the files given a module comes from.
struct parts_origin {
    const char *file;
    uint32_t group, member;
    enum part_kind kind;
};

static char *read_kept_file(struct parts *parts, const char *file, uint64_t limit, size_t *size,
                            struct error *error)
{
    char *content = file_read(file, limit, size, error);
    if (content)
        vector_push(&parts->contents, content);
    return content;
}

static void add_input_part(struct parts *parts, const struct parts_origin *origin, char *name,
                           const char *text, size_t size, bool embedded)
{
    struct part part = {origin->kind, origin->group, origin->member, name, text, size, embedded};
    vector_push(&parts->list, part);
}

// Adds the modules in the section of an ELF file. False: it is damaged. *found: whether it has the section.
static bool read_elf(struct parts *parts, const struct parts_origin *origin, const uint8_t *bytes,
                     size_t size, bool *found, struct error *error)
{
    size_t length, at = 0;
    struct error why = {0};
    struct embed_record record;
    const uint8_t *section = elf_section(bytes, size, EMBED_SECTION, &length, &why);
    *found = section != NULL;
    while (section && embed_next(section, length, &at, &record, &why)) {
        char *name = memory_copy_bytes(record.source, record.source_length);
        add_input_part(parts, origin, name, (const char *)record.bitcode, record.size, true);
    }
    if (why.message)
        error_set(error, "%s: %s", origin->file, why.message);
    bool good = !why.message;
    error_free(&why);
    return good;
}

// The head of a member of an archive.
struct member_head {
    char name[16], date[12], user[6], group[6], mode[8], size[10], end[2];
};

struct archive {
    const char *file;
    const char *bytes;
    size_t size, at;
    const char *names; // those of more than 15 bytes; NULL: none
    size_t names_size;
    bool thin;
};

struct member {
    char *name; // owned by the caller
    const char *bytes;
    size_t size;
    bool special; // an index or a table of names
};

static bool read_member_number(const char *text, size_t width, uint64_t *number)
{
    size_t i = 0;
    for (*number = 0; i < width && text[i] >= '0' && text[i] <= '9'; i++)
        *number = *number * 10 + (uint64_t)(text[i] - '0');
    size_t digits = i;
    while (i < width && text[i] == ' ')
        i++;
    return digits && i == width;
}

// The name of a member: up to a slash, or in the table of names, or (BSD) before the content.
static char *member_name(const struct archive *archive, const struct member_head *head, struct member *member)
{
    uint64_t number;
    if (strncmp(head->name, "#1/", 3) == 0 &&
        read_member_number(head->name + 3, sizeof head->name - 3, &number) && number <= member->size) {
        char *name = memory_copy_bytes(member->bytes, (size_t)number);
        member->bytes += number;
        member->size -= (size_t)number;
        member->special = strncmp(name, "__.SYMDEF", 9) == 0;
        return name;
    }
    if (head->name[0] == '/' && read_member_number(head->name + 1, sizeof head->name - 1, &number) &&
        number < archive->names_size) {
        const char *start = archive->names + number;
        size_t length = 0, most = archive->names_size - (size_t)number;
        while (length < most && start[length] != '\n')
            length++;
        length -= length && start[length - 1] == '/';
        return memory_copy_bytes(start, length);
    }
    size_t length = 0;
    while (length < sizeof head->name && head->name[length] != '/')
        length++;
    while (length == sizeof head->name && length && head->name[length - 1] == ' ') // without a slash
        length--;
    return memory_copy_bytes(head->name, length);
}

// Reads the member at archive->at. False at the end, and with the error set where the archive is damaged.
static bool next_member(struct archive *archive, struct member *member, struct error *error)
{
    struct member_head head;
    uint64_t size;
    *member = (struct member){0};
    archive->at += archive->at & 1;
    if (archive->at >= archive->size)
        return false;
    if (archive->size - archive->at < sizeof head) {
        error_set(error, "%s: a damaged archive", archive->file);
        return false;
    }
    memcpy(&head, archive->bytes + archive->at, sizeof head);
    archive->at += sizeof head;
    if (memcmp(head.end, "`\n", sizeof head.end) != 0 ||
        !read_member_number(head.size, sizeof head.size, &size)) {
        error_set(error, "%s: a damaged archive", archive->file);
        return false;
    }
    bool table = strncmp(head.name, "// ", 3) == 0;
    member->special = table || strncmp(head.name, "/ ", 2) == 0 || strncmp(head.name, "/SYM64/", 7) == 0;
    bool inside = !archive->thin || member->special;
    if (inside && size > archive->size - archive->at) {
        error_set(error, "%s: a damaged archive", archive->file);
        return false;
    }
    member->bytes = inside ? archive->bytes + archive->at : NULL;
    member->size = inside ? (size_t)size : 0;
    archive->at += inside ? (size_t)size : 0;
    if (table) {
        archive->names = member->bytes;
        archive->names_size = member->size;
    }
    member->name = member_name(archive, &head, member);
    return true;
}

// A member of a thin archive is a file of its own, named relative to the archive.
static bool read_thin_member(struct parts *parts, const struct archive *archive, struct member *member,
                             struct error *error)
{
    const char *slash = strrchr(archive->file, '/');
    char *path = slash && member->name[0] != '/'
                     ? memory_format("%.*s/%s", (int)(slash - archive->file), archive->file, member->name)
                     : memory_copy_string(member->name);
    vector_push(&parts->files, path);
    member->bytes = read_kept_file(parts, path, FILE_LIMIT_MODULE, &member->size, error);
    return member->bytes != NULL;
}

static bool read_archive(struct parts *parts, const char *file, uint32_t group, const char *bytes,
                         size_t size, bool *found, struct error *error)
{
    struct archive archive = {.file = file, .bytes = bytes, .size = size, .at = MAGIC};
    struct parts_origin origin = {file, group, 0, PART_ARCHIVED};
    struct member member;
    archive.thin = memcmp(bytes, thin_magic, MAGIC) == 0;
    bool good = true;
    while (good && next_member(&archive, &member, error)) {
        bool has = false;
        good = member.special || !archive.thin || read_thin_member(parts, &archive, &member, error);
        if (good && !member.special && elf_is((const uint8_t *)member.bytes, member.size)) {
            char *name = memory_format("%s(%s)", file, member.name);
            origin.file = name;
            good = read_elf(parts, &origin, (const uint8_t *)member.bytes, member.size, &has, error);
            memory_free(name);
        }
        *found |= has;
        origin.member++;
        memory_free(member.name);
    }
    return good && !error->message;
}

// ---- shared libraries

enum { MOST_LIBRARIES = 1000 };

// `folder/name`, where $ORIGIN is the folder of `file`, if there is such a file; owned by the caller. NULL:
// there is none.
static char *library_in(struct parts *parts, const char *folder, size_t length, const char *name,
                        const char *file)
{
    static const char *const origins[] = {"$ORIGIN", "${ORIGIN}"};
    const char *slash = strrchr(file, '/');
    char *own = slash ? memory_copy_bytes(file, (size_t)(slash - file)) : memory_copy_string("."),
         *path = NULL;
    for (size_t i = 0; i < sizeof origins / sizeof *origins && !path; i++) {
        size_t head = strlen(origins[i]);
        if (length >= head && strncmp(folder, origins[i], head) == 0)
            path = memory_format("%s%.*s/%s", own, (int)(length - head), folder + head, name);
    }
    if (!path)
        path = memory_format("%.*s/%s", (int)length, folder, name);
    memory_free(own);
    if (length && access(path, R_OK) == 0)
        return path;
    vector_push(&parts->absent, path);
    return NULL;
}

static char *library_among(struct parts *parts, const char *folders, const char *name, const char *file)
{
    char *path = NULL;
    while (folders && *folders && !path) {
        size_t length = strcspn(folders, ":");
        path = library_in(parts, folders, length, name, file);
        folders += length + (folders[length] == ':');
    }
    return path;
}

// Where the system would find a library that `file` needs, but for the system's own folders: these libraries
// are modelled, or have no bitcode. Owned by the caller; NULL: elsewhere.
static char *find_library(struct parts *parts, const char *file, const uint8_t *bytes, size_t size,
                          const char *name)
{
    size_t at = 0;
    if (strchr(name, '/')) {
        char *path = library_in(parts, name[0] == '/' ? "/" : ".", 1, name, file);
        return path ? path : library_in(parts, "$ORIGIN", strlen("$ORIGIN"), name, file); // not run here
    }
    const char *later = elf_dynamic_text(bytes, size, DT_RUNPATH, &at);
    at = 0;
    const char *folders[] = {later ? NULL : elf_dynamic_text(bytes, size, DT_RPATH, &at),
                             getenv("LD_LIBRARY_PATH"), later};
    char *path = NULL;
    for (size_t i = 0; i < sizeof folders / sizeof *folders && !path; i++)
        path = library_among(parts, folders[i], name, file);
    return path;
}

static bool was_read(const struct parts *parts, const char *path)
{
    char *real = realpath(path, NULL);
    bool given = false;
    for (uint32_t i = 0; real && i < parts->given.size; i++)
        given |= strcmp(parts->given.data[i], real) == 0;
    free(real);
    if (given)
        return true;
    for (uint32_t i = 0; i < parts->files.size; i++)
        if (strcmp(parts->files.data[i], path) == 0)
            return true;
    return false;
}

// Adds the libraries that a linked file names, and those that they name. Those without bitcode are none of
// the program's that is checked.
static bool read_libraries(struct parts *parts, const char *file, const uint8_t *bytes, size_t size,
                           uint32_t *group, struct error *error)
{
    size_t at = 0, length;
    const char *name;
    bool good = true;
    while (good && (name = elf_dynamic_text(bytes, size, DT_NEEDED, &at)) &&
           parts->files.size < MOST_LIBRARIES) {
        char *path = find_library(parts, file, bytes, size, name);
        bool found = false;
        if (!path || was_read(parts, path) ||
            !file_check(path, FILE_LIMIT_STORED, NULL, &(struct error){0})) {
            memory_free(path);
            continue;
        }
        vector_push(&parts->files, path);
        const uint8_t *content =
            (const uint8_t *)read_kept_file(parts, path, FILE_LIMIT_STORED, &length, error);
        struct parts_origin origin = {path, ++*group, 0, PART_SHARED};
        good = content &&
               (!elf_is(content, length) || (read_elf(parts, &origin, content, length, &found, error) &&
                                             read_libraries(parts, path, content, length, group, error)));
    }
    return good;
}

void parts_announce(struct parts *parts, const char *file)
{
    char *real = realpath(file, NULL);
    if (real) {
        char *copy = memory_copy_string(real);
        vector_push(&parts->given, copy);
    }
    free(real);
}

bool parts_read(struct parts *parts, const char *file, uint32_t *group, struct error *error)
{
    size_t size;
    struct parts_origin origin = {file, ++*group, 0, PART_FILE};
    char *content = read_kept_file(parts, file, FILE_LIMIT_STORED, &size, error);
    if (!content)
        return false;
    if (size == 0)
        return error_set(error, "%s: the file is empty", file);
    bool found = true, good = true;
    const uint8_t *bytes = (const uint8_t *)content;
    if (elf_is(bytes, size)) {
        static const enum part_kind kinds[] = {PART_FILE, PART_PROGRAM, PART_SHARED}; // by enum elf_use
        origin.kind = kinds[elf_use_of(bytes, size)];
        good = read_elf(parts, &origin, bytes, size, &found, error);
        if (good && found && origin.kind != PART_FILE)
            good = read_libraries(parts, file, bytes, size, group, error);
    } else if (size >= MAGIC &&
               (memcmp(content, archive_magic, MAGIC) == 0 || memcmp(content, thin_magic, MAGIC) == 0)) {
        found = false;
        good = read_archive(parts, file, *group, content, size, &found, error);
    } else {
        char *name = memory_copy_string(file);
        add_input_part(parts, &origin, name, content, size, false);
    }
    return good &&
           (found ||
            error_set(error, "%s carries no bitcode: build it with `heddle cc` as the compiler", file));
}

void parts_free(struct parts *parts)
{
    for (uint32_t i = 0; i < parts->list.size; i++)
        memory_free(parts->list.data[i].name);
    for (uint32_t i = 0; i < parts->contents.size; i++)
        memory_free(parts->contents.data[i]);
    for (uint32_t i = 0; i < parts->files.size; i++)
        memory_free(parts->files.data[i]);
    for (uint32_t i = 0; i < parts->absent.size; i++)
        memory_free(parts->absent.data[i]);
    for (uint32_t i = 0; i < parts->given.size; i++)
        memory_free(parts->given.data[i]);
    vector_free(&parts->given);
    vector_free(&parts->list);
    vector_free(&parts->contents);
    vector_free(&parts->files);
    vector_free(&parts->absent);
}
