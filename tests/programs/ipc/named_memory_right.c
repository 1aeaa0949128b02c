// expect: safe
// Shared memory with a name: what one thread stores through its mapping another one reads through the descriptor.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void *store(void *argument)
{
    int *at = argument;
    at[1] = 7;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int value = 0;
    struct stat status;
    assert(shm_open("/", O_RDWR | O_CREAT, 0600) == -1 && errno == EINVAL);
    assert(shm_open("/a/b", O_RDWR | O_CREAT, 0600) == -1 && errno == EINVAL);
    assert(shm_open("/heddle-shared", O_RDWR, 0600) == -1 && errno == ENOENT);
    int descriptor = shm_open("/heddle-shared", O_RDWR | O_CREAT | O_EXCL, 0600);
    assert(descriptor >= 0 && (fcntl(descriptor, F_GETFD) & FD_CLOEXEC));
    assert(shm_open("/heddle-shared", O_RDWR | O_CREAT | O_EXCL, 0600) == -1 && errno == EEXIST);
    assert(ftruncate(descriptor, 4096) == 0 && fstat(descriptor, &status) == 0 && status.st_size == 4096);
    int *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    assert(at != MAP_FAILED && at[1] == 0);
    pthread_create(&t, NULL, store, at);
    pthread_join(t, NULL);
    assert(pread(descriptor, &value, sizeof value, sizeof value) == sizeof value && value == 7);
    assert(shm_unlink("heddle-shared") == 0 && shm_unlink("/heddle-shared") == -1 && errno == ENOENT);
    assert(at[1] == 7 && munmap(at, 4096) == 0 && close(descriptor) == 0);
    return 0;
}
