#include "base/memory.h"

#include "base/failure.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Beyond so many elements room grows by a quarter: the system makes large blocks longer without copying them.
#define DOUBLED_ELEMENTS 65536u

// Everything is counted by thread: a check is used by one at a time, and several must not disturb each other.
static _Thread_local size_t live_blocks;
static _Thread_local int64_t held_bytes;
static _Thread_local int64_t most_bytes = INT64_MAX;
static _Thread_local uint64_t fail_countdown;

uint64_t memory_fail_after(uint64_t n)
{
    uint64_t before = fail_countdown;
    fail_countdown = n;
    return before;
}

size_t memory_live_blocks(void)
{
    return live_blocks;
}

uint64_t memory_held(void)
{
    return held_bytes > 0 ? (uint64_t)held_bytes : 0;
}

uint64_t memory_limit(uint64_t bytes)
{
    uint64_t before = most_bytes == INT64_MAX ? 0 : (uint64_t)most_bytes;
    most_bytes = bytes && bytes < INT64_MAX ? (int64_t)bytes : INT64_MAX;
    return before;
}

// Before each allocation: whether it is to fail.
static void admit(size_t size)
{
    if (fail_countdown && --fail_countdown == 0)
        failure_memory();
    if (size > INT64_MAX / 2 || held_bytes + (int64_t)size > most_bytes)
        failure_memory();
}

static void *count_block(void *block)
{
    if (!block)
        failure_memory();
    live_blocks++;
    held_bytes += (int64_t)malloc_usable_size(block);
    return block;
}

void *memory_alloc(size_t size)
{
    admit(size);
    return count_block(malloc(size ? size : 1));
}

void *memory_zalloc(size_t count, size_t size)
{
    admit(size && count > SIZE_MAX / size ? SIZE_MAX : count * size);
    return count_block(calloc(count ? count : 1, size ? size : 1));
}

void *memory_resize(void *block, size_t size)
{
    if (!block)
        return memory_alloc(size);
    size_t before = malloc_usable_size(block);
    admit(size > before ? size - before : 0);
    void *bigger = realloc(block, size ? size : 1);
    if (!bigger)
        failure_memory();
    held_bytes += (int64_t)malloc_usable_size(bigger) - (int64_t)before;
    return bigger;
}

uint32_t memory_doubled(uint32_t count)
{
    if (count > UINT32_MAX / 2)
        failure_memory();
    return 2 * count;
}

uint32_t memory_room(uint32_t capacity, uint64_t need)
{
    uint64_t room = capacity ? capacity : 8;
    if (need > MEMORY_MOST_ELEMENTS)
        failure_memory();
    while (room < need)
        room += room < DOUBLED_ELEMENTS ? room : room / 4;
    return room > MEMORY_MOST_ELEMENTS ? MEMORY_MOST_ELEMENTS : (uint32_t)room;
}

char *memory_copy_bytes(const char *text, size_t length)
{
    char *copy = memory_alloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

char *memory_copy_string(const char *text)
{
    return memory_copy_bytes(text, strlen(text));
}

char *memory_format(const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = memory_alloc(length < 0 ? 1 : (size_t)length + 1);
    if (length < 0)
        text[0] = 0;
    else
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void memory_free(void *block)
{
    if (!block)
        return;
    live_blocks--;
    held_bytes -= (int64_t)malloc_usable_size(block);
    free(block);
}
