// expect: safe
// A database maps more than its file holds: pages are there once the file has grown, by a write or otherwise.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int file, pages;
static char *map;

static void *append(void *unused)
{
    pthread_mutex_lock(&lock);
    assert(pwrite(file, "ab", 2, pages * PAGE) == 2);
    assert(map[pages * PAGE] == 'a');
    pages++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    file = open("/tmp/pages", O_RDWR | O_CREAT | O_TRUNC, 0600);
    map = mmap(NULL, 4 * PAGE, PROT_READ, MAP_SHARED, file, 0); // of an empty file
    assert(file >= 0 && map != MAP_FAILED);
    pthread_create(&thread, NULL, append, NULL);
    append(NULL);
    pthread_join(thread, NULL);
    assert(map[0] == 'a' && map[PAGE + 1] == 'b' && map[2 * PAGE - 1] == 0);
    assert(ftruncate(file, 3 * PAGE - 1) == 0 && map[3 * PAGE - 1] == 0);
    assert(pwrite(file, "cdef", 4, 2 * PAGE - 2) == 4 && map[2 * PAGE] == 'e');
    assert(munmap(map, 4 * PAGE) == 0);
    char byte;
    assert(pread(file, &byte, 1, PAGE) == 1 && byte == 'a');
    return close(file);
}
