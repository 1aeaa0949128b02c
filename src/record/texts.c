// The texts of a recording: its places, and the variables and functions that are known by name.
#include "record/texts.h"

#include "record/chunks.h"
#include "record/recorder.h"

#include <errno.h>
#include <string.h>

struct recorded_text {
    enum recording_chunk_kind kind;
    uint32_t number;
    char *chunk;
    uint32_t bytes;
    bool failed;
};

static void add_recorded_text(struct recorded_text *text, const char *from, size_t size)
{
    const size_t room = RECORDING_CHUNK - sizeof(struct recording_chunk);
    while (size && !text->failed) {
        if (!text->chunk || text->bytes == room) {
            text->chunk = chunks_begin(text->kind, 0, text->number++);
            text->bytes = 0;
            text->failed = !text->chunk;
            if (text->failed)
                return;
        }
        size_t part = size < room - text->bytes ? size : room - text->bytes;
        memcpy(text->chunk + sizeof(struct recording_chunk) + text->bytes, from, part);
        text->bytes += (uint32_t)part;
        ((struct recording_chunk *)(void *)text->chunk)->bytes = text->bytes;
        from += part;
        size -= part;
    }
}

static void add_hexadecimal(struct recorded_text *text, uint64_t number)
{
    char digits[17];
    unsigned at = sizeof digits;
    digits[--at] = ' ';
    do
        digits[--at] = "0123456789abcdef"[number & 15];
    while (number >>= 4);
    add_recorded_text(text, digits + at, sizeof digits - at);
}

static void add_recorded_name(struct recorded_text *text, const struct recorder_name *name)
{
    if (!name->address) // weak, and nobody defines it
        return;
    add_hexadecimal(text, (uint64_t)name->address);
    add_hexadecimal(text, name->size);
    add_recorded_text(text, name->name, strlen(name->name));
    add_recorded_text(text, "\n", 1);
}

// The errno of another thread than main lies at the end of its stack.
static const void *errno_of_main;

void texts_start(void)
{
    errno_of_main = &errno;
}

bool texts_write(void)
{
    struct recorded_text places = {.kind = RECORDING_PLACES}, names = {.kind = RECORDING_NAMES};
    add_recorded_text(&places, heddle_recording_places, heddle_recording_places_size);
    for (uint64_t i = 0; i < heddle_recording_name_count; i++)
        add_recorded_name(&names, &heddle_recording_names[i]);
    const struct recorder_name own = {errno_of_main, sizeof errno, RECORDING_ERRNO};
    add_recorded_name(&names, &own);
    return !places.failed && !names.failed;
}
