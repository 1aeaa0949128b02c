// <sys/mman.h>: anonymous mappings, as blocks of the heap that begin at a page. POSIX and Linux promise no
// more than that, however large a mapping is: what asks for more fails here. Those of files are in
// file_mapping.c.
#include "runtime/mapping.h"

enum { READ = 1, WRITE = 2, EXECUTE = 4 };
enum { FIXED = 0x10, ANONYMOUS = 0x20, LOCKED = 0x2000, FIXED_NEW = 0x100000 };
#define FAILED ((void *)-1)
#define whole_pages __runtime_whole_pages

static void *fail_mapping(int error)
{
    errno = error;
    return FAILED;
}

// What may be done with the pages. As on x86, what may be written may be read. -1: pages that may be executed
// and are not said to be readable, which some processors forbid to read, or what is no protection.
static int pages_of(int protection)
{
    int pages = protection & (READ | WRITE);
    if (protection & ~(READ | WRITE | EXECUTE) || protection == EXECUTE)
        return -1;
    return pages & WRITE ? PAGES_ANY : pages;
}

// What the program has done, some time: locked pages, which then cannot be given back (EINVAL; whether they
// are locked still is not followed); or mapped anonymous memory that is shared: MADV_DONTNEED leaves what it
// holds.
static bool has_locked, has_shared;

static void note_atomically(bool *what)
{
    heddle_atomic_begin();
    *what = true;
    heddle_atomic_end();
}

static bool was_noted(const bool *what)
{
    heddle_atomic_begin();
    bool noted = *what;
    heddle_atomic_end();
    return noted;
}

// Pages of a mapping become others, which hold zeros.
static void *map_again(void *at, size_t bytes, int pages, int flags)
{
    bool fits = !(flags & (FIXED_NEW | SHARED)) && flags & ANONYMOUS;
    if ((uintptr_t)at % PAGE)
        return fail_mapping(EINVAL);
    if (!fits || !__heddle_protect(at, bytes, pages | PAGES_OF_ZEROS))
        __heddle_unmodelled(
            "mmap at a fixed address, but for anonymous private memory in one other such mapping");
    return at;
}

void *mmap64(void *at, size_t size, int protection, int flags, int descriptor, offset64 offset)
{
    enum { PRIVATE = 2 };
    if (!(flags & (SHARED | PRIVATE)))
        return fail_mapping(EINVAL);
    int pages = pages_of(protection);
    if (size == 0 || whole_pages(size) < size)
        return fail_mapping(size ? ENOMEM : EINVAL);
    if (pages < 0)
        __heddle_unmodelled(
            "mmap of memory that may only be executed, or with a protection that is not known");
    if (flags & LOCKED)
        note_atomically(&has_locked);
    if (flags & (FIXED | FIXED_NEW))
        return map_again(at, whole_pages(size), pages, flags); // elsewhere `at` is a hint
    if (flags & SHARED && __heddle_processes_are_made())
        note_atomically(&__runtime_shares_with_children);
    if (!(flags & ANONYMOUS)) {
        void *at_file;
        heddle_atomic_begin();
        int error = __runtime_map_file(&at_file, size, pages, (flags & SHARED) != 0, descriptor, offset);
        heddle_atomic_end();
        return error ? fail_mapping(error) : at_file;
    }
    if (flags & SHARED)
        __runtime_maps_shared();
    void *memory = __heddle_map(whole_pages(size), pages, true);
    return memory ? memory : fail_mapping(ENOMEM);
}

void *mmap(void *at, size_t size, int protection, int flags, int descriptor, long offset)
{
    return mmap64(at, size, protection, flags, descriptor, offset);
}

// Whether a mapping, or another block, begins there.
static bool is_start(const char *at)
{
    return __heddle_object_size(at) && !__heddle_object_size(at - 1);
}

int munmap(void *at, size_t size)
{
    if ((uintptr_t)at % PAGE || size == 0)
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    bool is_file = __runtime_unmap_file(at, whole_pages(size));
    heddle_atomic_end();
    if (!is_file && !__heddle_unmap(at, whole_pages(size)))
        __heddle_unmodelled_value(
            "munmap of several mappings, of what is none, or of a part of shared memory");
    return 0;
}

// In place where the size stays or becomes less; else the mapping is moved, which it may be. What may be done
// with pages stays only where they do.
void *mremap(void *at, size_t size, size_t new_size, int flags, ...)
{
    enum { MAY_MOVE = 1 };
    size_t old_bytes = whole_pages(size), new_bytes = whole_pages(new_size);
    if ((uintptr_t)at % PAGE || new_size == 0)
        return fail_mapping(EINVAL);
    bool less = new_bytes < old_bytes && !(flags & ~MAY_MOVE);
    int lost = __heddle_pages_lost(at, less ? new_bytes : old_bytes);
    if (lost & PAGES_ARE_GONE || (lost && !less)) {
        __heddle_unmodelled_value(
            "mremap of pages that are not mapped any more, or of protected ones to more");
        return fail_mapping(ENOMEM);
    }
    if (less && __heddle_unmap((char *)at + new_bytes, old_bytes - new_bytes))
        return at;
    if (less || __runtime_is_file_mapping(at) || flags != MAY_MOVE || !is_start(at) ||
        __heddle_object_size(at) != old_bytes) {
        __heddle_unmodelled_value("mremap that must not move, or is of a part of a mapping, or of a file");
        return fail_mapping(ENOMEM);
    }
    if (new_bytes == old_bytes)
        return at;
    char *memory = __heddle_map(new_bytes, PAGES_ANY, true);
    if (!memory)
        return fail_mapping(ENOMEM);
    memcpy(memory, at, old_bytes);
    if (!__heddle_unmap(at, old_bytes))
        __heddle_unmodelled("mremap of what is no mapping");
    return memory;
}

int mprotect(void *at, size_t size, int protection)
{
    int pages = pages_of(protection);
    if ((uintptr_t)at % PAGE)
        return __runtime_fail(EINVAL);
    if (pages < 0)
        __heddle_unmodelled(
            "mprotect to memory that may only be executed, or with a protection that is not known");
    if (size == 0)
        return 0;
    heddle_atomic_begin();
    bool is_read_only = pages & PAGES_WRITTEN && __runtime_is_read_only_file(at);
    bool exceeds_file = __runtime_exceeds_file(at);
    heddle_atomic_end();
    if (exceeds_file)
        __heddle_unmodelled("mprotect of a mapping that is larger than its file");
    if (is_read_only)
        __heddle_unmodelled("mprotect to memory that may be written, of a file that was opened for reading");
    bool done = __heddle_protect(at, whole_pages(size), pages);
    if (!done && (pages != PAGES_ANY || __heddle_object_size(at) < whole_pages(size)))
        __heddle_unmodelled_value("mprotect of more than one mapping, or of what is none");
    return 0;
}

void __runtime_maps_shared(void)
{
    note_atomically(&has_shared);
}

// Pages that MADV_FREE gives back hold what they held, or zeros, until they are written.
static bool is_zero(const char *at, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (at[i])
            return false;
    return true;
}

// Private memory that is of no file holds zeros afterwards: variables are of a file, the program's.
static void make_zeros(void *at, size_t bytes)
{
    if (__runtime_is_file_mapping(at))
        __heddle_unmodelled_value("this advice of madvise, for a file");
    else if (was_noted(&has_shared))
        __heddle_unmodelled_value("this advice of madvise, where the program has mapped shared memory");
    else if (__heddle_block_size(at) < bytes)
        __heddle_unmodelled_value("this advice of madvise, for more than one mapping, or for what is none");
    else
        memset(at, 0, bytes);
}

// Whether Linux knows the advice, of some kind: newer versions have more.
static bool is_advice(int advice)
{
    enum { LAST = 25, FIRST_HOLE = 5, LAST_HOLE = 7, POISON = 100, LAST_OF_PAGES = 120 };
    if ((advice > LAST && advice < 2 * LAST) || (advice >= POISON && advice < LAST_OF_PAGES))
        __heddle_unmodelled_value("this advice of madvise");
    return advice >= 0 && advice <= LAST && (advice < FIRST_HOLE || advice > LAST_HOLE);
}

int madvise(void *at, size_t size, int advice)
{
    enum { DONT_NEED = 4, FREE = 8, REMOVE = 9, COLD = 20, PAGE_OUT = 21 };
    enum { POPULATE_READ = 22, POPULATE_WRITE = 23 };
    if (!is_advice(advice) || (uintptr_t)at % PAGE)
        return __runtime_fail(EINVAL);
    bool gives_back = advice == DONT_NEED || advice == FREE || advice == COLD || advice == PAGE_OUT;
    if (gives_back && was_noted(&has_locked)) {
        __heddle_unmodelled_value("this advice of madvise, where the program has locked memory");
        return __runtime_fail(EINVAL);
    }
    int lost = __heddle_pages_lost(at, whole_pages(size));
    if (lost & PAGES_ARE_GONE || (lost && (advice == POPULATE_READ || advice == POPULATE_WRITE))) {
        __heddle_unmodelled_value(
            "madvise of pages that are not mapped any more, or are protected from what it does");
        return __runtime_fail(ENOMEM);
    }
    if (advice == DONT_NEED)
        make_zeros(at, whole_pages(size));
    else if (advice == REMOVE || (advice == FREE && !is_zero(at, whole_pages(size))))
        __heddle_unmodelled_value("this advice of madvise");
    return 0;
}

int posix_madvise(void *at, size_t size, int advice)
{
    enum { DONT_NEED = 4 };
    if (advice == DONT_NEED) // does nothing in glibc
        return 0;
    if (!is_advice(advice) || (uintptr_t)at % PAGE)
        return EINVAL;
    if (__heddle_pages_lost(at, whole_pages(size)) & PAGES_ARE_GONE) {
        __heddle_unmodelled_value("posix_madvise of pages that are not mapped any more");
        return ENOMEM;
    }
    return 0;
}

int msync(void *at, size_t size, int flags)
{
    enum { LATER = 1, INVALIDATE = 2, NOW = 4 };
    bool both = flags & LATER && flags & NOW;
    if (both || flags & ~(LATER | INVALIDATE | NOW) || (uintptr_t)at % PAGE)
        return __runtime_fail(EINVAL);
    if (flags & INVALIDATE && was_noted(&has_locked)) {
        __heddle_unmodelled_value("msync with MS_INVALIDATE, where the program has locked memory");
        return __runtime_fail(EBUSY);
    }
    if (__heddle_pages_lost(at, whole_pages(size)) & PAGES_ARE_GONE) {
        __heddle_unmodelled_value("msync of pages that are not mapped any more");
        return __runtime_fail(ENOMEM);
    }
    return 0;
}

// What has become of the pages in which the range lies.
static int lost_around(const void *at, size_t size)
{
    size_t before = (uintptr_t)at % PAGE;
    return __heddle_pages_lost((const char *)at - before, whole_pages(size + before));
}

int mlock(const void *at, size_t size)
{
    if (lost_around(at, size) & (PAGES_ARE_GONE | PAGES_ARE_FORBIDDEN)) {
        __heddle_unmodelled_value("mlock of pages that are not mapped any more, or may not be accessed");
        return __runtime_fail(ENOMEM);
    }
    note_atomically(&has_locked);
    return 0;
}

int munlock(const void *at, size_t size)
{
    if (lost_around(at, size) & PAGES_ARE_GONE) {
        __heddle_unmodelled_value("munlock of pages that are not mapped any more");
        return __runtime_fail(ENOMEM);
    }
    return 0;
}

int mlockall(int flags)
{
    enum { CURRENT = 1, FUTURE = 2, ON_FAULT = 4 };
    if (flags & ~(CURRENT | FUTURE | ON_FAULT) || !(flags & (CURRENT | FUTURE)))
        return __runtime_fail(EINVAL);
    note_atomically(&has_locked);
    return 0;
}
