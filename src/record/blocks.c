// Memory that the program gets and gives back.
#include "record/instrumented.h"
#include "record/recorder.h"

#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

// ---- where blocks begin and end

// Two bits for each 16 bytes of the address space: a block begins here; a block's last byte is here. In
// leaves for 16 MiB each, made when they are needed.
enum { GRAIN = 16, LEAF = 1 << 24, LEAF_WORDS = LEAF / GRAIN / 64, LEAVES = 1 << 23 };
enum { LONGEST_SEARCH = 1 << 28 }; // bytes
struct block_leaf {
    uint64_t begin[LEAF_WORDS], end[LEAF_WORDS];
    uint64_t from; // its first address
    struct block_leaf *next;
};
static struct block_leaf **leaves;  // of the lower half of the address space
static struct block_leaf *all_made; // the last one that was made, of all

static void *new_memory(size_t size)
{
    long at = syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
    return at == -1 ? NULL : (void *)at; // NOLINT(performance-no-int-to-ptr)
}

// Of two threads that make them one wins.
static struct block_leaf **make_leaves(void)
{
    struct block_leaf **there = __atomic_load_n(&leaves, __ATOMIC_ACQUIRE), **none = NULL;
    if (there)
        return there;
    struct block_leaf **made = new_memory(LEAVES * sizeof(struct block_leaf *));
    if (!made || __atomic_compare_exchange_n(&leaves, &none, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return made;
    syscall(SYS_munmap, made, LEAVES * sizeof(struct block_leaf *));
    return none;
}

static void list_leaf(struct block_leaf *leaf, uint64_t from)
{
    leaf->from = from;
    leaf->next = __atomic_load_n(&all_made, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&all_made, &leaf->next, leaf, false, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED)) {
    }
}

static struct block_leaf *make_leaf(struct block_leaf **slot, uint64_t from)
{
    struct block_leaf *made = new_memory(sizeof *made), *none = NULL;
    if (made && __atomic_compare_exchange_n(slot, &none, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        list_leaf(made, from);
        return made;
    }
    if (made)
        syscall(SYS_munmap, made, sizeof *made);
    return none;
}

static struct block_leaf *leaf_of_address(uint64_t address, bool make)
{
    if (address / LEAF >= LEAVES)
        return NULL;
    struct block_leaf **all = make ? make_leaves() : __atomic_load_n(&leaves, __ATOMIC_ACQUIRE);
    struct block_leaf **slot = all ? &all[address / LEAF] : NULL, *there;
    if (!slot)
        return NULL;
    there = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
    return there || !make ? there : make_leaf(slot, address / LEAF * LEAF);
}

static void mark_bounds(uint64_t first, uint64_t last, bool there)
{
    const uint64_t at[2] = {first, last};
    for (unsigned i = 0; i < 2; i++) {
        struct block_leaf *leaf = leaf_of_address(at[i], there);
        if (!leaf)
            continue;
        uint64_t *words = i ? leaf->end : leaf->begin, grain = at[i] % LEAF / GRAIN;
        if (there)
            __atomic_fetch_or(&words[grain / 64], UINT64_C(1) << grain % 64, __ATOMIC_RELAXED);
        else
            __atomic_fetch_and(&words[grain / 64], ~(UINT64_C(1) << grain % 64), __ATOMIC_RELAXED);
    }
}

// The nearest mark from the grain at `address` on, downwards or upwards. 0: none near.
static uint64_t search_mark(uint64_t address, bool up)
{
    uint64_t passed = 0;
    while (passed < LONGEST_SEARCH) {
        const struct block_leaf *leaf = leaf_of_address(address, false);
        if (!leaf)
            return 0;
        uint64_t grain = address % LEAF / GRAIN, bit = grain % 64;
        uint64_t word =
            __atomic_load_n(up ? &leaf->end[grain / 64] : &leaf->begin[grain / 64], __ATOMIC_RELAXED);
        word = up ? word >> bit : word << (63 - bit);
        if (word)
            return up ? (address & ~(uint64_t)(GRAIN - 1)) + (uint64_t)__builtin_ctzll(word) * GRAIN
                      : (address & ~(uint64_t)(GRAIN - 1)) - (uint64_t)__builtin_clzll(word) * GRAIN;
        uint64_t step = up ? (64 - bit) * GRAIN : (bit + 1) * GRAIN;
        if (!up && address < step)
            return 0;
        address = up ? address + step : address - step;
        passed += step;
    }
    return 0;
}

bool blocks_find(const void *address, const void **start, uint64_t *size)
{
    uint64_t first = search_mark((uint64_t)address, false), last = first ? search_mark(first, true) : 0;
    if (!last || last + GRAIN <= (uint64_t)address)
        return false;
    *start = (const void *)first; // NOLINT(performance-no-int-to-ptr)
    *size = last + GRAIN - first;
    return true;
}

static void tell_leaf(const struct block_leaf *leaf, void (*tell)(const void *, uint64_t))
{
    for (uint64_t w = 0; w < LEAF_WORDS; w++)
        for (uint64_t word = leaf->begin[w]; word; word &= word - 1) {
            const void *start,
                *at = (const void *)(leaf->from + (w * 64 + (uint64_t)__builtin_ctzll(word)) * GRAIN);
            uint64_t size;
            if (blocks_find(at, &start, &size))
                tell(start, size);
        }
}

void blocks_each(void (*tell)(const void *start, uint64_t size))
{
    for (const struct block_leaf *leaf = __atomic_load_n(&all_made, __ATOMIC_ACQUIRE); leaf;
         leaf = leaf->next)
        tell_leaf(leaf, tell);
}

// ---- the allocator's functions

static bool is_programs(void)
{
    const struct recorder_thread *self = &recorder_self;
    return !self->quiet && !self->busy && self->state != RECORDER_ENDED && self->state != RECORDER_OFF &&
           recorder_follows();
}

// What is usable of a block may be more than was asked for, and belongs to it.
static void *born(void *block)
{
    if (block && is_programs()) {
        uint64_t size = malloc_usable_size(block), first = (uint64_t)block;
        if (size) {
            mark_bounds(first, first + size - 1, true);
            recorder_event(RECORDED_NEW, 0, 0, block, size);
        }
    }
    return block;
}

static void dying(void *block)
{
    if (block && is_programs()) {
        uint64_t size = malloc_usable_size(block), first = (uint64_t)block;
        if (size) {
            mark_bounds(first, first + size - 1, false);
            recorder_event(RECORDED_GONE, 0, 0, block, size);
        }
    }
}

void *malloc(size_t size)
{
    return born(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return born(__libc_calloc(count, size));
}

void free(void *block)
{
    int error = errno;
    dying(block);
    errno = error;
    __libc_free(block);
}

// The content is read by this thread, and is what the new block begins with: a copy. A block that grows gets
// more than was asked for, so that one that grows often is not copied often.
static void *move_block(void *block, size_t old, size_t size)
{
    size_t generous = size > old && old + old / 2 > size ? old + old / 2 : size;
    void *new = __libc_malloc(generous);
    if (!new && generous > size)
        new = __libc_malloc(size);
    if (!new)
        return NULL;
    born(new);
    heddle_record_move(heddle_recording_place, new, block, old < size ? old : size, 0);
    free(block);
    return new;
}

void *realloc(void *block, size_t size)
{
    if (!block)
        return born(__libc_realloc(block, size));
    if (!is_programs())
        return __libc_realloc(block, size);
    if (!size) {
        dying(block);
        return __libc_realloc(block, size);
    }
    size_t old = malloc_usable_size(block);
    return size <= old && size >= old / 2 ? block : move_block(block, old, size);
}

void *reallocarray(void *block, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, bytes);
}

void *memalign(size_t alignment, size_t size)
{
    return born(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return born(__libc_memalign(alignment, size));
}

void *valloc(size_t size)
{
    return born(__libc_memalign((size_t)sysconf(_SC_PAGESIZE), size));
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    int error = errno;
    void *new = born(__libc_memalign(alignment, size));
    errno = error;
    if (!new)
        return ENOMEM;
    recorder_event(RECORDED_WRITE, 0, sizeof *block, block, (uint64_t)new);
    *block = new;
    return 0;
}

// ---- mappings

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    void *mapped = REAL(mmap)(address, size, protection, flags, file, offset);
    if (mapped != MAP_FAILED && is_programs())
        recorder_event(RECORDED_NEW, (flags & MAP_TYPE) == MAP_PRIVATE ? 0 : RECORDED_MAPPED, 0, mapped,
                       size);
    return mapped;
}

void *mmap64(void *address, size_t size, int protection, int flags, int file, off64_t offset)
{
    return mmap(address, size, protection, flags, file, offset);
}

int munmap(void *address, size_t size)
{
    if (is_programs())
        recorder_event(RECORDED_GONE, 0, 0, address, size);
    return REAL(munmap)(address, size);
}
