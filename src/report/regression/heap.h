// ---- the heap

#ifdef HEDDLE_HEAP
// Blocks are never given back, and have room around them that must not be accessed.
enum { HEDDLE_BLOCKS = 1 << 16, HEDDLE_ROOM = 64 };
static struct heddle_heap_block {
    uintptr_t from, to;
    bool released;
} heddle_blocks[HEDDLE_BLOCKS];
static unsigned heddle_block_count;
static int heddle_heap_lock;

static void heddle_heap_begin(void)
{
    while (__atomic_exchange_n(&heddle_heap_lock, 1, __ATOMIC_ACQUIRE))
        syscall(SYS_sched_yield);
}

static void heddle_heap_end(void)
{
    __atomic_store_n(&heddle_heap_lock, 0, __ATOMIC_RELEASE);
}

// The first block, in the order of addresses, that ends with its room behind the address.
static unsigned heddle_block_from(uintptr_t address)
{
    unsigned low = 0, high = heddle_block_count;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (heddle_blocks[middle].to + HEDDLE_ROOM <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// With the lock. False: there is no place left.
static bool heddle_record_block(uintptr_t from, size_t size)
{
    if (heddle_block_count == HEDDLE_BLOCKS)
        return false;
    unsigned at = heddle_block_from(from);
    memmove(&heddle_blocks[at + 1], &heddle_blocks[at], (heddle_block_count++ - at) * sizeof *heddle_blocks);
    heddle_blocks[at] = (struct heddle_heap_block){from, from + size, false};
    return true;
}

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
    bool recorded = heddle_record_block((uintptr_t)memory + HEDDLE_ROOM, size);
    heddle_heap_end();
    if (recorded)
        return memory + HEDDLE_ROOM;
    __libc_free(memory);
    return __libc_calloc(1, size ? size : 1);
}

static struct heddle_heap_block *heddle_block_at(uintptr_t address)
{
    unsigned at = heddle_block_from(address);
    return at < heddle_block_count && address + HEDDLE_ROOM >= heddle_blocks[at].from ? &heddle_blocks[at]
                                                                                      : NULL;
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
