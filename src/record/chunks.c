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

// Chunks that are mapped together. They stay mapped.
enum { REGION_CHUNKS = 16 };

static struct {
    struct recording_header *header;
    char path[PATH_MAX];
    dev_t device;
    ino_t file;
    uint64_t limit;         // bytes
    uint8_t lock;           // of what follows
    char *region;           // where the last region is mapped
    uint32_t taken, chunks; // of its chunks
    uint64_t size;          // of the file, in bytes
} recording = {.taken = REGION_CHUNKS, .chunks = REGION_CHUNKS};

// The file is opened by its name whenever it grows, since a descriptor that is kept is the program's, too: it
// may close it, and get another file under its number.
static int open_file(void)
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
    return (!recording.limit || bytes <= recording.limit) &&
           (getrlimit(RLIMIT_FSIZE, &most) != 0 || most.rlim_cur == RLIM_INFINITY || bytes <= most.rlim_cur);
}

// Gives the file room on the disk. What is mapped without would end the program when the disk is full.
static bool reserve(int file, uint64_t from, uint64_t size)
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

static void *map(int file, uint64_t from, uint64_t size)
{
    long at = syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, from);
    return at == -1 ? NULL : (void *)at; // NOLINT(performance-no-int-to-ptr)
}

struct recording_header *chunks_open(const char *path, uint64_t limit)
{
    struct stat status;
    if (strlen(path) >= sizeof recording.path)
        return NULL;
    strcpy(recording.path, path);
    recording.limit = limit;
    int file = open_file();
    if (file < 0)
        return NULL;
    struct recording_header *header =
        fstat(file, &status) == 0 && status.st_size == RECORDING_CHUNK ? map(file, 0, RECORDING_CHUNK) : NULL;
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
static uint64_t add_bytes(uint64_t count)
{
    uint64_t at = recording.size;
    recording.size += count;
    __atomic_store_n(&recording.header->size, recording.size, __ATOMIC_RELEASE);
    return at;
}

// The last region that is allowed may be smaller.
static bool map_region(void)
{
    uint64_t from = recording.size, chunks = REGION_CHUNKS;
    while (chunks && !may_have(from + chunks * RECORDING_CHUNK))
        chunks--;
    int file = chunks ? open_file() : -1;
    if (file < 0)
        return false;
    void *region =
        reserve(file, from, chunks * RECORDING_CHUNK) ? map(file, from, chunks * RECORDING_CHUNK) : NULL;
    syscall(SYS_close, file);
    if (!region)
        return false;
    add_bytes(chunks * RECORDING_CHUNK);
    recording.region = region;
    recording.taken = 0;
    recording.chunks = (uint32_t)chunks;
    return true;
}

char *chunks_begin(enum recording_chunk_kind kind, uint32_t thread, uint32_t number)
{
    char *chunk = NULL;
    recorder_lock(&recording.lock);
    if (recording.taken < recording.chunks || map_region())
        chunk = recording.region + (size_t)recording.taken++ * RECORDING_CHUNK;
    recorder_unlock(&recording.lock);
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

static bool write_all(int file, const unsigned char *bytes, uint64_t size, uint64_t at)
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
    int file = open_file();
    if (file < 0)
        return false;
    recorder_lock(&recording.lock);
    bool room = may_have(recording.size + size + padding);
    uint64_t at = room ? add_bytes(size + padding) : 0;
    recorder_unlock(&recording.lock);
    bool good = room && write_all(file, chunk, size + padding, at);
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
