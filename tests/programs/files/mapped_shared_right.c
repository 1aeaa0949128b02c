// expect: safe
// A counter in a file that two threads map once and that the program reads again after the mapping has ended.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *counter;

static void *count(void *unused)
{
    pthread_mutex_lock(&lock);
    ++*counter;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    int file = open("/tmp/counter", O_RDWR | O_CREAT, 0600), seen;
    pthread_t one, other;
    assert(file >= 0 && ftruncate(file, 4096) == 0);
    counter = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert(counter != MAP_FAILED && *counter == 0);
    pthread_create(&one, NULL, count, NULL);
    pthread_create(&other, NULL, count, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    assert(pread(file, &seen, sizeof seen, 0) == sizeof seen && seen == 2);
    seen = 7;
    assert(pwrite(file, &seen, sizeof seen, 8) == sizeof seen && counter[2] == 7);
    close(file);
    counter[1] = 5; // the mapping outlives the descriptor
    assert(munmap(counter, 4096) == 0);
    file = open("/tmp/counter", O_RDONLY);
    assert(lseek(file, 4, SEEK_SET) == 4 && read(file, &seen, sizeof seen) == sizeof seen && seen == 5);
    return close(file);
}
