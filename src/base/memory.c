#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t live_blocks;
static uint64_t fail_countdown;
static jmp_buf *failure_handler;

jmp_buf *memory_guard(jmp_buf *handler)
{
    jmp_buf *old = failure_handler;
    failure_handler = handler;
    return old;
}

void memory_fail_after(uint64_t n)
{
    fail_countdown = n;
}

size_t memory_live_blocks(void)
{
    return live_blocks;
}

static void out_of_memory(void)
{
    if (failure_handler)
        longjmp(*failure_handler, 1);
    fputs("heddle: out of memory\n", stderr);
    abort();
}

static void count_down(void)
{
    if (fail_countdown && --fail_countdown == 0)
        out_of_memory();
}

void *memory_alloc(size_t size)
{
    count_down();
    void *block = malloc(size ? size : 1);
    if (!block)
        out_of_memory();
    live_blocks++;
    return block;
}

void *memory_zalloc(size_t count, size_t size)
{
    count_down();
    void *block = calloc(count ? count : 1, size ? size : 1);
    if (!block)
        out_of_memory();
    live_blocks++;
    return block;
}

void *memory_resize(void *block, size_t size)
{
    if (!block)
        return memory_alloc(size);
    count_down();
    void *bigger = realloc(block, size ? size : 1);
    if (!bigger)
        out_of_memory();
    return bigger;
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
    if (block)
        live_blocks--;
    free(block);
}
