// ---- the table of heap blocks

#if defined HEDDLE_HEAP || defined HEDDLE_LEAK
// Room around blocks: HEDDLE_HEAP looks for accesses there; else the address right behind a block counts as
// the block's.
#ifdef HEDDLE_HEAP
enum { HEDDLE_BLOCKS = 1 << 16, HEDDLE_ROOM = 64 };
#else
enum { HEDDLE_BLOCKS = 1 << 16, HEDDLE_ROOM = 1 };
#endif
static struct heddle_heap_block {
    uintptr_t from, to;
    uintptr_t caller; // HEDDLE_LEAK: the code that allocated it
    bool released;
    bool reached; // HEDDLE_LEAK: something leads to it
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
static bool heddle_record_block(uintptr_t from, size_t size, uintptr_t caller)
{
    if (heddle_block_count == HEDDLE_BLOCKS)
        return false;
    unsigned at = heddle_block_from(from);
    memmove(&heddle_blocks[at + 1], &heddle_blocks[at], (heddle_block_count++ - at) * sizeof *heddle_blocks);
    heddle_blocks[at] = (struct heddle_heap_block){.from = from, .to = from + size, .caller = caller};
    return true;
}

// The block in which the address lies, or in whose room.
static struct heddle_heap_block *heddle_block_at(uintptr_t address)
{
    unsigned at = heddle_block_from(address);
    return at < heddle_block_count && address + HEDDLE_ROOM >= heddle_blocks[at].from ? &heddle_blocks[at]
                                                                                      : NULL;
}
#endif
