#include "predict/recording_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Makes of a line what the STD format can write: no control character, no blank around it.
static char *clean_std_text(char *text, bool bars)
{
    while (*text == ' ' || *text == '\t')
        text++;
    size_t length = strlen(text);
    while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        text[--length] = 0;
    for (char *p = text; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 127 || (*p == '|' && !bars))
            *p = '?';
    return text;
}

// The next line, zero-terminated, or NULL. One that does not end was not written whole.
static char *next_line(char **rest, const char *end)
{
    char *line = *rest, *stop = memchr(line, '\n', (size_t)(end - line));
    if (!stop)
        return NULL;
    *stop = 0;
    *rest = stop + 1;
    return line;
}

static bool parse_symbol(char *line, struct recording_symbol *symbol)
{
    char *at = NULL;
    symbol->address = strtoull(line, &at, 16);
    if (at == line || *at != ' ')
        return false;
    char *size = at + 1;
    symbol->size = strtoull(size, &at, 16);
    if (at == size || *at != ' ')
        return false;
    symbol->name = clean_std_text(at, false);
    return *symbol->name != 0;
}

static int compare_symbols(const void *left, const void *right)
{
    const struct recording_symbol *a = left, *b = right;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return strcmp(a->name, b->name);
}

bool recording_names_read(struct recording_names *names, const struct recording_file *file,
                          struct error *error)
{
    size_t length = 0;
    *names = (struct recording_names){.place_text = recording_text(file, file->places, &length)};
    char *rest = names->place_text, *end = rest + length;
    for (char *line; (line = next_line(&rest, end));)
        vector_push(&names->places, (struct recording_line){clean_std_text(line, true), 0});
    names->symbol_text = recording_text(file, file->names, &length);
    rest = names->symbol_text;
    end = rest + length;
    uint32_t number = 0;
    for (char *line; (line = next_line(&rest, end));) {
        struct recording_symbol symbol;
        number++;
        if (!parse_symbol(line, &symbol))
            return error_set(error, "%s: line %u of the names of variables is not ADDRESS SIZE NAME",
                             file->path, number);
        vector_push(&names->symbols, symbol);
    }
    if (names->symbols.size)
        qsort(names->symbols.data, names->symbols.size, sizeof *names->symbols.data, compare_symbols);
    return true;
}

void recording_names_free(struct recording_names *names)
{
    memory_free(names->place_text);
    memory_free(names->symbol_text);
    vector_free(&names->places);
    vector_free(&names->symbols);
}

char *recording_thread_name(uint32_t thread)
{
    return thread ? memory_format("T%u", thread) : memory_copy_string("main");
}

uint32_t recording_place(struct recording_names *names, struct event_trace *trace, uint32_t place)
{
    if (place >= names->places.size || names->places.data[place].text[0] == '?') // not known
        return event_trace_name(trace, NAMES_PLACES, "", 0);
    struct recording_line *line = &names->places.data[place];
    if (!line->number)
        line->number = event_trace_name(trace, NAMES_PLACES, line->text, strlen(line->text)) + 1;
    return line->number - 1;
}

static const struct recording_symbol *symbol_before(const struct recording_names *names, uint64_t address)
{
    uint32_t low = 0, high = names->symbols.size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (names->symbols.data[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    const struct recording_symbol *symbol = low ? &names->symbols.data[low - 1] : NULL;
    return symbol && address - symbol->address < symbol->size ? symbol : NULL;
}

const char *recording_symbol_name(const struct recording_names *names, uint64_t address)
{
    const struct recording_symbol *symbol = symbol_before(names, address);
    return symbol ? symbol->name : NULL;
}

// What lies at an address: `counter`, `counter+8`, or the address; of what is there for the n-th time (from
// 0) with `#n` behind. Owned by the caller.
static char *recording_name_of(const struct recording_names *names, uint64_t address, uint32_t generation)
{
    const struct recording_symbol *symbol = symbol_before(names, address);
    char *name = !symbol ? memory_format("0x%" PRIx64, address)
                 : symbol->address == address
                     ? memory_copy_string(symbol->name)
                     : memory_format("%s+%" PRIu64, symbol->name, address - symbol->address);
    if (!generation)
        return name;
    char *numbered = memory_format("%s#%u", name, generation);
    memory_free(name);
    return numbered;
}

// INDEX_NONE: the name is taken.
static uint32_t try_name(struct event_trace *trace, enum event_names kind, const char *name)
{
    uint32_t count = event_trace_count(trace, kind),
             number = event_trace_name(trace, kind, name, strlen(name));
    return number == count ? number : INDEX_NONE;
}

uint32_t recording_unique_name(struct event_trace *trace, enum event_names kind, const char *name)
{
    uint32_t number = try_name(trace, kind, name);
    for (uint32_t n = 1; number == INDEX_NONE; n++) {
        char *other = memory_format("%s (%u)", name, n);
        number = try_name(trace, kind, other);
        memory_free(other);
    }
    return number;
}

uint32_t recording_new_name(const struct recording_names *names, struct event_trace *trace,
                            enum event_names kind, const char *prefix, uint64_t address, uint32_t generation)
{
    char *name = recording_name_of(names, address, generation);
    char *whole = memory_format("%s%s", prefix, name);
    uint32_t number = try_name(trace, kind, whole);
    if (number == INDEX_NONE) {
        char *longer = memory_format("%s@0x%" PRIx64, whole, address);
        number = recording_unique_name(trace, kind, longer);
        memory_free(longer);
    }
    memory_free(whole);
    memory_free(name);
    return number;
}
