// expect: safe
// heddle: --property=memory,assertion,data-race
// A page that may be written only by who holds the lock.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *page;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
    ++*page;
    mprotect(page, 4096, PROT_READ);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    page = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(*page == 2);
    return 0;
}
