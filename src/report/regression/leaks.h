// ---- memory that nothing leads to when the program ends

#ifdef HEDDLE_LEAK
// The blocks of the function HEDDLE_LEAK, or of a function of the C library that it calls, are looked at.
static struct heddle_place heddle_leak_place;
static bool heddle_blocks_missing; // some are not in the table, so that nothing is known of what they lead to

// The functions of the program in which the thread is, as far as the compiler says.
enum { HEDDLE_DEPTH = 256 };
static __thread uintptr_t heddle_calls[HEDDLE_DEPTH];
static __thread unsigned heddle_depth;

static bool heddle_is_code(uintptr_t address)
{
    return address >= (uintptr_t)&__executable_start && address < (uintptr_t)&_end;
}

static uintptr_t heddle_allocator(uintptr_t caller)
{
    if (heddle_is_code(caller))
        return caller;
    bool known = heddle_self && !heddle_self->inside && heddle_depth && heddle_depth <= HEDDLE_DEPTH;
    return known ? heddle_calls[heddle_depth - 1] : 0;
}

static void *heddle_keep(void *memory, size_t size, uintptr_t caller)
{
    if (!memory)
        return NULL;
    heddle_heap_begin();
    heddle_blocks_missing |= !heddle_record_block((uintptr_t)memory, size, heddle_allocator(caller));
    heddle_heap_end();
    return memory;
}

// False: it is not in the table.
static bool heddle_forget(const void *memory, struct heddle_heap_block *copy)
{
    heddle_heap_begin();
    struct heddle_heap_block *block = heddle_block_at((uintptr_t)memory);
    bool known = block && block->from == (uintptr_t)memory;
    if (known) {
        if (copy)
            *copy = *block;
        memmove(block, block + 1,
                (size_t)(&heddle_blocks[heddle_block_count--] - (block + 1)) * sizeof *block);
    }
    heddle_heap_end();
    return known;
}

// The C library's own pointers to what lies behind a block do not lead to the block.
static size_t heddle_with_gap(size_t size)
{
    return size < PTRDIFF_MAX / 2 ? size + 16 : size;
}

HEDDLE_FUNCTION void *malloc(size_t size)
{
    return heddle_keep(__libc_malloc(heddle_with_gap(size)), size, HEDDLE_CALLER);
}

HEDDLE_FUNCTION void *calloc(size_t count, size_t size)
{
    size_t all;
    if (__builtin_mul_overflow(count, size, &all))
        return NULL;
    return heddle_keep(__libc_calloc(1, heddle_with_gap(all)), all, HEDDLE_CALLER);
}

HEDDLE_FUNCTION void *realloc(void *memory, size_t size)
{
    struct heddle_heap_block old = {0};
    bool known = memory && heddle_forget(memory, &old);
    if (memory && !size) {
        __libc_free(memory);
        return NULL;
    }
    void *new = __libc_realloc(memory, heddle_with_gap(size));
    if (!new && known)
        heddle_keep(memory, old.to - old.from, old.caller);
    return heddle_keep(new, size, HEDDLE_CALLER);
}

static void *heddle_aligned(size_t alignment, size_t size, uintptr_t caller)
{
    return heddle_keep(__libc_memalign(alignment, heddle_with_gap(size)), size, caller);
}

HEDDLE_FUNCTION void *memalign(size_t alignment, size_t size)
{
    return heddle_aligned(alignment, size, HEDDLE_CALLER);
}

HEDDLE_FUNCTION void *aligned_alloc(size_t alignment, size_t size)
{
    return heddle_aligned(alignment, size, HEDDLE_CALLER);
}

HEDDLE_FUNCTION int posix_memalign(void **memory, size_t alignment, size_t size)
{
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)))
        return EINVAL;
    void *block = heddle_aligned(alignment, size, HEDDLE_CALLER);
    if (!block)
        return ENOMEM;
    *memory = block;
    return 0;
}

// ---- what leads to a block

#ifdef HEDDLE_LEAK_ALL
static void heddle_follow_all(void) {}
#else
static uint32_t heddle_reached[HEDDLE_BLOCKS]; // blocks that something leads to, in the order of finding
static unsigned heddle_reached_count;

static void heddle_reach(uintptr_t address)
{
    struct heddle_heap_block *block = heddle_block_at(address);
    if (!block || address < block->from || block->reached)
        return;
    block->reached = true;
    heddle_reached[heddle_reached_count++] = (uint32_t)(block - heddle_blocks);
}

// All aligned words from there to there; not those of the table.
static void heddle_follow(uintptr_t from, uintptr_t to)
{
    for (uintptr_t at = (from + 7) & ~(uintptr_t)7; at + 8 <= to; at += 8) {
        if (at >= (uintptr_t)heddle_blocks && at < (uintptr_t)(heddle_blocks + HEDDLE_BLOCKS))
            continue;
        uintptr_t word;
        memcpy(&word, (const void *)at, sizeof word);
        heddle_reach(word);
    }
}

// The variables of the program or of a library, and those that are the calling thread's own.
static int heddle_follow_file(struct dl_phdr_info *file, size_t size, void *nothing)
{
    (void)size, (void)nothing;
    for (unsigned i = 0; i < file->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &file->dlpi_phdr[i];
        uintptr_t start = file->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && (part->p_flags & PF_W))
            heddle_follow(start, start + part->p_memsz);
        if (part->p_type == PT_TLS && file->dlpi_tls_data)
            heddle_follow((uintptr_t)file->dlpi_tls_data, (uintptr_t)file->dlpi_tls_data + part->p_memsz);
    }
    return 0;
}

static void heddle_follow_all(void)
{
    dl_iterate_phdr(heddle_follow_file, NULL);
    for (char **entry = environ; entry && *entry; entry++)
        heddle_reach((uintptr_t)*entry);
    for (pthread_key_t key = 0; key < PTHREAD_KEYS_MAX; key++)
        heddle_reach((uintptr_t)pthread_getspecific(key));
    for (unsigned i = 0; i < heddle_reached_count; i++) {
        const struct heddle_heap_block *block = &heddle_blocks[heddle_reached[i]];
        heddle_follow(block->from, block->to);
    }
}

#endif

// When all threads are over.
static void heddle_look_for_leaks(void)
{
    if (heddle_blocks_missing)
        return;
    heddle_follow_all();
    for (unsigned i = 0; i < heddle_block_count; i++) {
        const struct heddle_heap_block *block = &heddle_blocks[i];
        if (!block->reached && block->caller &&
            heddle_in(&heddle_leak_place, block->caller - 1, block->caller))
            heddle_fail("leak: memory was never released that was allocated in ", HEDDLE_LEAK);
    }
}
#endif
