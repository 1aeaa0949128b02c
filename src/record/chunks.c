#include "record/chunks.h"

#include "record/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Chunks that are mapped together, more of them in a larger file, so that half a terabyte has REGIONS of such
// regions; of a file with a limit no more than REGION_PART of it. They stay mapped until another part begins.
enum { REGION_CHUNKS = 16, REGION_PART = 8, REGIONS_ALIKE = 2048, REGIONS = 8 * REGIONS_ALIKE };

struct chunk_region {
    char *at;
    uint64_t bytes;
};

// Chunks of threads that have ended, without events.
enum { FREE_CHUNKS = 256 };

struct file {
    struct recording_header *header;
    const char *path; // one of `names`
    dev_t device;
    ino_t file;
    struct chunk_region *regions; // REGIONS of them
    uint32_t count;
    uint32_t taken, chunks; // of the last region's chunks
    uint64_t size;          // in bytes
    char *free[FREE_CHUNKS];
    uint32_t free_count;
    bool limited; // the last chunk that there was no room for was beyond the limit
};

static struct {
    char path[PATH_MAX], earlier[PATH_MAX], new[PATH_MAX];
} names;
static uint64_t limit;        // bytes
static uint8_t lock;          // of `recording`
static struct file recording; // that is written
static struct file before;    // while a part begins: of the part before
static struct chunk_region first_regions[REGIONS], second_regions[REGIONS];

// The file is opened by its name whenever it grows, since a descriptor that is kept is the program's, too: it
// may close it, and get another file under its number.
static int open_recording_file(void)
{
    struct stat status;
    int file = (int)syscall(SYS_openat, AT_FDCWD, recording.path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        (!recording.header || (status.st_dev == recording.device && status.st_ino == recording.file)))
        return file;
    if (file >= 0)
        syscall(SYS_close, file);
    return -1;
}

// Whether the process may make the file so large. Writing more would raise SIGXFSZ.
static bool may_have(uint64_t bytes)
{
    struct rlimit most;
    recording.limited = limit && bytes > limit;
    if (recording.limited)
        return false;
    return (getrlimit(RLIMIT_FSIZE, &most) != 0 || most.rlim_cur == RLIM_INFINITY || bytes <= most.rlim_cur);
}

bool chunks_are_limited(void)
{
    return recording.limited;
}

uint64_t chunks_limit(void)
{
    return limit;
}

uint64_t chunks_size(void)
{
    return __atomic_load_n(&recording.header->size, __ATOMIC_RELAXED);
}

// Gives the file room on the disk. What is mapped without would end the program when the disk is full.
static bool reserve_on_disk(int file, uint64_t from, uint64_t size)
{
    static const char zeros[4096];
    long failed;
    do
        failed = syscall(SYS_fallocate, file, 0, from, size);
    while (failed && errno == EINTR);
    if (!failed || errno != EOPNOTSUPP)
        return !failed;
    for (uint64_t at = 0; at < size; at += sizeof zeros)
        if (syscall(SYS_pwrite64, file, zeros, sizeof zeros, from + at) != (long)sizeof zeros)
            return false;
    return true;
}

static void *map_file(int file, uint64_t from, uint64_t size)
{
    long at = syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, from);
    return at == -1 ? NULL : (void *)at; // NOLINT(performance-no-int-to-ptr)
}

struct recording_header *chunks_open(const char *path, uint64_t most)
{
    struct stat status;
    size_t length = strlen(path);
    if (length + sizeof RECORDING_NEW > sizeof names.path)
        return NULL;
    memcpy(names.path, path, length + 1);
    memcpy(names.earlier, path, length);
    strcpy(names.earlier + length, RECORDING_EARLIER);
    memcpy(names.new, path, length);
    strcpy(names.new + length, RECORDING_NEW);
    recording.path = names.path;
    recording.regions = first_regions;
    limit = most;
    int file = open_recording_file();
    if (file < 0)
        return NULL;
    struct recording_header *header = fstat(file, &status) == 0 && status.st_size == RECORDING_CHUNK
                                          ? map_file(file, 0, RECORDING_CHUNK)
                                          : NULL;
    syscall(SYS_close, file);
    if (!header || memcmp(header->magic, RECORDING_MAGIC, sizeof header->magic) != 0 ||
        header->version != RECORDING_VERSION || header->threads)
        return NULL;
    recording.device = status.st_dev;
    recording.file = status.st_ino;
    recording.size = RECORDING_CHUNK;
    recording.header = header;
    return header;
}

// The end of the file, where so many bytes are the caller's. The lock is held.
static uint64_t extend_recording(uint64_t count)
{
    uint64_t at = recording.size;
    recording.size += count;
    __atomic_store_n(&recording.header->size, recording.size, __ATOMIC_RELEASE);
    return at;
}

// The last region that is allowed may be smaller.
static bool map_region(void)
{
    uint64_t from = recording.size, chunks = (uint64_t)REGION_CHUNKS << recording.count / REGIONS_ALIKE;
    if (recording.count == REGIONS)
        return false;
    while (limit && chunks > 1 && chunks * RECORDING_CHUNK > limit / REGION_PART)
        chunks /= 2;
    while (chunks && !may_have(from + chunks * RECORDING_CHUNK))
        chunks--;
    int file = chunks ? open_recording_file() : -1;
    if (file < 0)
        return false;
    void *region = reserve_on_disk(file, from, chunks * RECORDING_CHUNK)
                       ? map_file(file, from, chunks * RECORDING_CHUNK)
                       : NULL;
    syscall(SYS_close, file);
    if (!region)
        return false;
    extend_recording(chunks * RECORDING_CHUNK);
    recording.regions[recording.count++] = (struct chunk_region){region, chunks * RECORDING_CHUNK};
    recording.taken = 0;
    recording.chunks = (uint32_t)chunks;
    return true;
}

// Gives a chunk of a thread that has ended to another one. If the program is killed in between, it is the
// first chunk of the former, which is there packed, too; or the one behind its last.
static char *take_free(uint32_t thread)
{
    struct recording_chunk *head = NULL;
    recorder_lock(&lock);
    if (recording.free_count)
        head = (struct recording_chunk *)(void *)recording.free[--recording.free_count];
    recorder_unlock(&lock);
    if (head) {
        __atomic_store_n(&head->number, 0, __ATOMIC_RELEASE);
        __atomic_store_n(&head->thread, thread, __ATOMIC_RELEASE);
    }
    return (char *)head;
}

void chunks_give_back(char *chunk)
{
    chunks_empty(chunk);
    recorder_lock(&lock);
    if (recording.free_count < FREE_CHUNKS)
        recording.free[recording.free_count++] = chunk;
    recorder_unlock(&lock);
}

char *chunks_begin(enum recording_chunk_kind kind, uint32_t thread, uint32_t number)
{
    char *chunk = kind == RECORDING_CURRENT && !number ? take_free(thread) : NULL;
    if (chunk)
        return chunk;
    recorder_lock(&lock);
    if (recording.taken < recording.chunks || map_region())
        chunk = recording.regions[recording.count - 1].at + (size_t)recording.taken++ * RECORDING_CHUNK;
    recorder_unlock(&lock);
    if (!chunk)
        return NULL;
#ifdef MADV_POPULATE_WRITE
    syscall(SYS_madvise, chunk, RECORDING_CHUNK, MADV_POPULATE_WRITE); // it is only a matter of time
#endif
    struct recording_chunk *head = (struct recording_chunk *)(void *)chunk;
    head->thread = thread;
    head->number = number;
    __atomic_store_n(&head->kind, (uint32_t)kind, __ATOMIC_RELEASE);
    return chunk;
}

// ---- packed

static bool write_recording_bytes(int file, const unsigned char *bytes, uint64_t size, uint64_t at)
{
    for (uint64_t done = 0; done < size;) {
        long more = syscall(SYS_pwrite64, file, bytes + done, size - done, at + done);
        if (more <= 0 && !(more < 0 && errno == EINTR)) // the disk is full, mostly
            return false;
        done += more > 0 ? (uint64_t)more : 0;
    }
    return true;
}

bool chunks_add_packed(unsigned char *chunk, uint32_t thread, uint32_t number, uint32_t bytes)
{
    const struct recording_chunk head = {RECORDING_PACKED, thread, number, bytes};
    uint64_t size = sizeof head + bytes, padding = -size % RECORDING_GRAIN;
    memcpy(chunk, &head, sizeof head);
    memset(chunk + size, 0, padding);
    int file = open_recording_file();
    if (file < 0)
        return false;
    recorder_lock(&lock);
    bool room = may_have(recording.size + size + padding);
    uint64_t at = room ? extend_recording(size + padding) : 0;
    recorder_unlock(&lock);
    bool good = room && write_recording_bytes(file, chunk, size + padding, at);
    syscall(SYS_close, file);
    return good;
}

void chunks_empty(char *chunk)
{
    struct recording_chunk *head = (struct recording_chunk *)(void *)chunk;
    for (char *at = chunk + sizeof *head; at + sizeof(struct recording_event) <= chunk + RECORDING_CHUNK;
         at += sizeof(struct recording_event))
        __atomic_store_n((uint64_t *)(void *)at, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&head->number, head->number + 1, __ATOMIC_RELEASE);
}

// ---- parts

static void unmap_recording(struct file *file)
{
    for (uint32_t i = 0; i < file->count; i++)
        syscall(SYS_munmap, file->regions[i].at, file->regions[i].bytes);
    if (file->header)
        syscall(SYS_munmap, file->header, (size_t)RECORDING_CHUNK);
    file->count = 0;
    file->header = NULL;
}

// The file gets the name of the part before, which is removed; where the file system can, it keeps its own,
// so that there is one of that name at any moment.
static bool give_earlier_name(void)
{
    syscall(SYS_unlinkat, AT_FDCWD, names.earlier, 0);
    return syscall(SYS_linkat, AT_FDCWD, names.path, AT_FDCWD, names.earlier, 0) == 0 ||
           syscall(SYS_renameat, AT_FDCWD, names.path, AT_FDCWD, names.earlier) == 0;
}

// A new file with a header alone, like the given one. NULL: there is none.
static struct recording_header *make_file(mode_t mode, const struct recording_header *like)
{
    struct recording_header *header = NULL;
    struct stat status;
    syscall(SYS_unlinkat, AT_FDCWD, names.new, 0);
    int file = (int)syscall(SYS_openat, AT_FDCWD, names.new,
                            O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0)
        return NULL;
    if (fchmod(file, mode & 0777) == 0 && fstat(file, &status) == 0 &&
        reserve_on_disk(file, 0, RECORDING_CHUNK))
        header = map_file(file, 0, RECORDING_CHUNK);
    syscall(SYS_close, file);
    if (!header)
        return NULL;
    memcpy(header, like, RECORDING_CHUNK); // and the command behind it
    header->size = RECORDING_CHUNK;
    recording.device = status.st_dev;
    recording.file = status.st_ino;
    recording.size = RECORDING_CHUNK;
    recording.header = header;
    return header;
}

struct recording_header *chunks_begin_part(const struct recording_header *like)
{
    struct stat status;
    int file = open_recording_file();
    bool good = file >= 0 && fstat(file, &status) == 0;
    if (file >= 0)
        syscall(SYS_close, file);
    before = recording;
    recording = (struct file){.path = names.new,
                              .regions = before.regions == first_regions ? second_regions : first_regions};
    return good && give_earlier_name() ? make_file(status.st_mode, like) : NULL;
}

bool chunks_end_part(bool good)
{
    good = good && syscall(SYS_renameat, AT_FDCWD, names.new, AT_FDCWD, names.path) == 0;
    if (good)
        recording.path = names.path;
    else {
        syscall(SYS_unlinkat, AT_FDCWD, names.new, 0);
        unmap_recording(&recording);
        recording = before;
        return false;
    }
    unmap_recording(&before);
    return true;
}

void chunks_forget(void)
{
    unmap_recording(&recording);
}
