// ---- the heap

#ifdef HEDDLE_HEAP
// Blocks are never given back.
// Blocks behind the last one that is recorded are the C library's, which nobody looks after.
static void *heddle_allocate(size_t size)
{
    heddle_heap_begin();
    bool full = heddle_block_count == HEDDLE_BLOCKS;
    heddle_heap_end();
    if (full)
        return __libc_calloc(1, size ? size : 1);
    char *memory = size < PTRDIFF_MAX / 2 ? __libc_calloc(1, size + 2 * HEDDLE_ROOM) : NULL;
    if (!memory)
        return NULL;
    heddle_heap_begin();
    bool recorded = heddle_record_block((uintptr_t)memory + HEDDLE_ROOM, size, 0);
    heddle_heap_end();
    if (recorded)
        return memory + HEDDLE_ROOM;
    __libc_free(memory);
    return __libc_calloc(1, size ? size : 1);
}

static void heddle_check_access(const void *memory, size_t size)
{
    heddle_heap_begin();
    const struct heddle_heap_block *block = heddle_block_at((uintptr_t)memory);
    const char *wrong = !block            ? NULL
                        : block->released ? "memory that was released is accessed"
                        : (uintptr_t)memory < block->from || (uintptr_t)memory + size > block->to
                            ? "memory beyond the end of a heap block is accessed"
                            : NULL;
    heddle_heap_end();
    if (wrong && heddle_self && !heddle_self->inside)
        heddle_fail(wrong, "");
}

HEDDLE_FUNCTION void *malloc(size_t size)
{
    return heddle_allocate(size);
}

HEDDLE_FUNCTION void *calloc(size_t count, size_t size)
{
    size_t all;
    return __builtin_mul_overflow(count, size, &all) ? NULL : heddle_allocate(all);
}

static void heddle_free(void *memory)
{
    heddle_heap_begin();
    struct heddle_heap_block *block = heddle_block_at((uintptr_t)memory);
    bool twice = block && block->released, inside = block && (uintptr_t)memory != block->from;
    if (block)
        block->released = true;
    heddle_heap_end();
    if (twice || inside)
        heddle_fail(twice ? "a block is released twice" : "what is released is no block", "");
    if (!block)
        __libc_free(memory);
}

HEDDLE_FUNCTION void *realloc(void *memory, size_t size)
{
    if (!memory)
        return heddle_allocate(size);
    heddle_heap_begin();
    const struct heddle_heap_block *block = heddle_block_at((uintptr_t)memory);
    size_t old = block ? block->to - block->from : 0;
    bool released = block && block->released;
    heddle_heap_end();
    if (released)
        heddle_fail("a block that was released is resized", "");
    if (!block)
        return __libc_realloc(memory, size);
    void *new = heddle_allocate(size);
    if (new) {
        memcpy(new, memory, old < size ? old : size);
        heddle_free(memory);
    }
    return new;
}
#else
static void heddle_check_access(const void *memory, size_t size)
{
    (void)memory, (void)size;
}
#endif

#ifdef HEDDLE_LEAK
static void heddle_free(void *memory)
{
    heddle_forget(memory, NULL);
    __libc_free(memory);
}
#elif !defined HEDDLE_HEAP
static void heddle_free(void *memory)
{
    __libc_free(memory);
}
#endif

HEDDLE_FUNCTION void free(void *memory)
{
    if (!memory)
        return;
    heddle_point(HEDDLE_FREE, memory, 1, HEDDLE_CALLER, false);
    heddle_free(memory);
}
