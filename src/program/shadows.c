#include "program/shadows.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The last parts of a path under which every header is looked for.
enum { GUESSED_PARTS = 3 };

static void free_shadow_names(char **names, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        memory_free(names[i]);
}

void shadows_free(struct shadow_names *names)
{
    free_shadow_names(names->beside.data, names->beside.size);
    free_shadow_names(names->searched.data, names->searched.size);
    vector_free(&names->beside);
    vector_free(&names->searched);
}

// ---- names in a text

static bool is_in_name(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static const char *skip_line_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

static unsigned count_path_parts(const char *name)
{
    unsigned parts = 1;
    for (; *name; name++)
        parts += *name == '/';
    return parts;
}

// A name between quotes or angles that begins at `at`.
static void note_name(struct shadow_names *names, const char *path, const char *at, const char *end,
                      bool every)
{
    bool quoted = *at == '"';
    const char *close = memchr(at + 1, quoted ? '"' : '>', (size_t)(end - at - 1));
    if (!close || memchr(at, '\n', (size_t)(close - at)))
        return;
    char *name = memory_copy_bytes(at + 1, (size_t)(close - at - 1));
    const char *slash = strrchr(path, '/');
    if (quoted && *name != '/') {
        char *beside = memory_format("%.*s%s", (int)(slash ? slash + 1 - path : 0), path, name);
        vector_push(&names->beside, beside);
    }
    if (every || count_path_parts(name) > GUESSED_PARTS)
        vector_push(&names->searched, name);
    else
        memory_free(name);
}

// One occurrence of `word`, include or embed, at `at`. False: the name is a macro's.
static bool read_include(struct shadow_names *names, const char *path, const char *text, const char *at,
                         size_t length, const char *end)
{
    static const char has[] = "__has_", next[] = "_next";
    size_t before = sizeof has - 1, behind = sizeof next - 1;
    bool asks = (size_t)(at - text) >= before && memcmp(at - before, has, before) == 0;
    const char *p = at + length;
    if ((size_t)(end - p) >= behind && memcmp(p, next, behind) == 0)
        p += behind;
    p = skip_line_blanks(p, end);
    if (asks) {
        if (p == end || *p != '(')
            return true;
        p = skip_line_blanks(p + 1, end);
    }
    if (p < end && (*p == '"' || *p == '<'))
        note_name(names, path, p, end, asks);
    return !(asks && p < end && is_in_name(*p));
}

bool shadows_read(struct shadow_names *names, const char *path, const char *text, size_t size)
{
    static const char *const words[] = {"include", "embed"};
    const char *end = text + size;
    bool known = true;
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        size_t length = strlen(words[w]);
        for (const char *at = text; (at = memmem(at, (size_t)(end - at), words[w], length)); at += length)
            known &= read_include(names, path, text, at, length, end);
    }
    return known;
}

// ---- files

struct shadowing_visit {
    const struct dependencies *d;
    shadow_visitor *visitor;
    void *context;
};

static bool depends_on(const struct dependencies *d, const char *path)
{
    for (uint32_t i = 0; i < d->files.size; i++)
        if (strcmp(d->files.data[i], path) == 0)
            return true;
    return false;
}

static void visit_path(const struct shadowing_visit *v, const char *path)
{
    if (access(path, F_OK) == 0 && !depends_on(v->d, path))
        v->visitor(v->context, path);
}

static void visit_folder(const struct shadowing_visit *v, const struct shadow_names *names,
                         const char *folder)
{
    char path[4096];
    for (uint32_t i = 0; i < names->searched.size; i++) {
        int length = snprintf(path, sizeof path, "%s/%s", folder, names->searched.data[i]);
        if (length > 0 && (size_t)length < sizeof path)
            visit_path(v, path);
    }
    for (uint32_t i = 0; i < v->d->files.size; i++) {
        const char *file = v->d->files.data[i], *tail = file + strlen(file);
        for (unsigned parts = 0; parts < GUESSED_PARTS && tail > file; parts++) {
            do
                tail--;
            while (tail > file && tail[-1] != '/');
            int length = snprintf(path, sizeof path, "%s/%s", folder, tail);
            if (length > 0 && (size_t)length < sizeof path)
                visit_path(v, path);
        }
    }
}

// Folders in a variable of the environment, between colons; an empty one is the present folder.
static void visit_variable(const struct shadowing_visit *v, const struct shadow_names *names,
                           const char *variable)
{
    const char *list = getenv(variable);
    while (list && *list) {
        size_t length = strcspn(list, ":");
        char *folder = length ? memory_copy_bytes(list, length) : memory_copy_string(".");
        visit_folder(v, names, folder);
        memory_free(folder);
        list += length + (list[length] == ':');
    }
}

void shadows_visit(const struct dependencies *d, const struct shadow_names *names, shadow_visitor *visit,
                   void *context)
{
    static const char *const system[] = {"/usr/local/include", "/usr/include/x86_64-linux-gnu",
                                         "/usr/include"};
    struct shadowing_visit v = {d, visit, context};
    for (uint32_t i = 0; i < names->beside.size; i++)
        visit_path(&v, names->beside.data[i]);
    for (uint32_t f = 0; f < d->folders.size; f++)
        visit_folder(&v, names, d->folders.data[f]);
    visit_variable(&v, names, "CPATH");
    visit_variable(&v, names, "C_INCLUDE_PATH");
    for (size_t f = 0; names->searched.size && f < sizeof system / sizeof *system; f++)
        visit_folder(&v, names, system[f]);
}
