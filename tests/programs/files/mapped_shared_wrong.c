// expect: violation
// kinds: assertion
// Two threads count in a file without a lock.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static int *counter;

static void *count(void *unused)
{
    ++*counter;
    return unused;
}

int main(void)
{
    int file = open("/tmp/counter", O_RDWR | O_CREAT, 0600), seen;
    pthread_t one, other;
    if (file < 0 || ftruncate(file, 4096) != 0)
        return 1;
    counter = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    pthread_create(&one, NULL, count, NULL);
    pthread_create(&other, NULL, count, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    assert(read(file, &seen, sizeof seen) == sizeof seen && seen == 2);
    return 0;
}
