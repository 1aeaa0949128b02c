#include "report/place.h"

#include "base/file.h"
#include "base/memory.h"

#include <string.h>

// The location of an instruction; of one that the compiler gave none (the head of a loop, say) that of the
// nearest one in the same function, looking forward first.
static const struct location *location_near(const struct program *program, uint32_t code, uint32_t function)
{
    const struct location *own = &program->locations[program->location_of[code]];
    if (own->line != 0 || function == NO_FUNCTION)
        return own;
    const struct function *f = &program->functions[function];
    for (uint32_t i = code + 1; i < f->end; i++)
        if (program->locations[program->location_of[i]].line != 0)
            return &program->locations[program->location_of[i]];
    for (uint32_t i = code; i > f->first; i--)
        if (program->locations[program->location_of[i - 1]].line != 0)
            return &program->locations[program->location_of[i - 1]];
    return own;
}

struct source_place place_of(const struct program *program, uint32_t code)
{
    struct source_place place = {.file = "", .function = ""};
    if (code == NO_CODE || code >= program->code_count)
        return place;
    uint32_t function = program_function_at(program, code);
    if (function != NO_FUNCTION) {
        place.function = program_string(program, program->functions[function].name);
        place.runtime = program->functions[function].flags & FUNCTION_RUNTIME;
    }
    const struct location *location = location_near(program, code, function);
    place.file = program_string(program, location->file);
    place.line = location->line;
    place.column = location->column;
    return place;
}

struct source_place place_of_stack(const struct program *program, uint32_t code, const uint32_t *stack,
                                   uint32_t depth)
{
    struct source_place place = place_of(program, code);
    for (uint32_t i = 0; i < depth && (place.runtime || !place.file[0]); i++)
        place = place_of(program, stack[i]);
    return place.runtime ? place_of(program, code) : place;
}

bool place_shows_frame(const struct program *program, const uint32_t *stack, uint32_t depth, uint32_t frame)
{
    return !place_of(program, stack[frame]).runtime || frame + 1 == depth ||
           !place_of(program, stack[frame + 1]).runtime;
}

const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static struct source_file *find_source_file(struct sources *sources, const char *name)
{
    for (uint32_t i = 0; i < sources->files.size; i++)
        if (strcmp(sources->files.data[i].name, name) == 0)
            return &sources->files.data[i];
    struct source_file file = {.name = memory_copy_string(name)};
    size_t size;
    struct error error = {0};
    char *path = sources->folder && name[0] != '/' ? memory_format("%s/%s", sources->folder, name)
                                                   : memory_copy_string(name);
    file.text = file_read(path, FILE_LIMIT_SOURCE, &size, &error);
    memory_free(path);
    error_free(&error);
    for (char *p = file.text; p && *p;) {
        vector_push(&file.lines, p);
        p += strcspn(p, "\n");
        if (*p)
            *p++ = 0;
    }
    for (uint32_t i = 0; i < file.lines.size; i++)
        file.lines.data[i][strcspn(file.lines.data[i], "\r")] = 0;
    vector_push(&sources->files, file);
    return &vector_last(&sources->files);
}

const char *sources_whole_line(struct sources *sources, const char *file, uint32_t line)
{
    if (!file[0] || line == 0)
        return NULL;
    const struct source_file *found = find_source_file(sources, file);
    return line <= found->lines.size ? found->lines.data[line - 1] : NULL;
}

const char *sources_line(struct sources *sources, const char *file, uint32_t line)
{
    const char *text = sources_whole_line(sources, file, line);
    return text ? text + strspn(text, " \t") : NULL;
}

void sources_free(struct sources *sources)
{
    for (uint32_t i = 0; i < sources->files.size; i++) {
        memory_free(sources->files.data[i].name);
        memory_free(sources->files.data[i].text);
        vector_free(&sources->files.data[i].lines);
    }
    vector_free(&sources->files);
}
