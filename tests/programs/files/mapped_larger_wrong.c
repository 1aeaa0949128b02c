// expect: violation
// kinds: memory
// message: protected memory: read of 1 byte in \[4096\] of block
// A reader that does not wait for the file to grow: the page is not there (SIGBUS).
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static int file;

static void *grow(void *unused)
{
    ftruncate(file, 2 * PAGE);
    return unused;
}

int main(void)
{
    pthread_t thread;
    file = open("/tmp/pages", O_RDWR | O_CREAT | O_TRUNC, 0600);
    ftruncate(file, 1);
    char *map = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    map[PAGE - 1] = 1;
    pthread_create(&thread, NULL, grow, NULL);
    int first = map[PAGE]; // <- violation
    pthread_join(thread, NULL);
    return first;
}
