// expect: safe
// A symbolic link as a lock, which says who has it: only one call of `symlink` succeeds.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static const char lock[] = "/tmp/heddle-lock";
static int owners;

static void *work(void *name)
{
    if (symlink(name, lock) == -1) {
        assert(errno == EEXIST);
        return NULL;
    }
    char owner[8];
    assert(readlink(lock, owner, sizeof owner) == 1 && *owner == *(char *)name);
    owners++;
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, "1");
    pthread_create(&second, NULL, work, "2");
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(owners == 1 && unlink(lock) == 0);
    return 0;
}
