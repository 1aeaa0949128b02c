// expect: safe
// clang: -D_GNU_SOURCE
// After setrlimit, what is set is what getrlimit, sysconf and the like say; fewer descriptors than before can then be open.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

static void *set_core(void *none)
{
    struct rlimit limit = {0, 0};
    assert(setrlimit(RLIMIT_CORE, &limit) == 0);
    return none;
}

int main(void)
{
    struct rlimit limit, before;
    pthread_t thread;
    pthread_create(&thread, NULL, set_core, NULL);
    assert(getrlimit(RLIMIT_NOFILE, &before) == 0 && before.rlim_cur == 1024 && sysconf(_SC_OPEN_MAX) == 1024);
    limit = (struct rlimit){5, 6};
    assert(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    assert(sysconf(_SC_OPEN_MAX) == 5 && getdtablesize() == 5);
    limit.rlim_max = 7;
    assert(setrlimit(RLIMIT_NOFILE, &limit) == -1 && errno == EPERM);
    limit.rlim_cur = 8;
    assert(setrlimit(RLIMIT_NOFILE, &limit) == -1 && errno == EINVAL);
    int ends[2];
    assert(pipe(ends) == 0 && ends[1] == 4);
    assert(dup(0) == -1 && errno == EMFILE);
    assert(dup2(0, 5) == -1 && errno == EBADF);
    assert(fcntl(0, F_DUPFD, 5) == -1 && errno == EINVAL);
    limit = (struct rlimit){6, 6};
    assert(prlimit(0, RLIMIT_NOFILE, &limit, &before) == 0 && before.rlim_cur == 5 && before.rlim_max == 6);
    assert(dup(0) == 5);
    pthread_join(thread, NULL);
    assert(getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur == 0 && limit.rlim_max == 0);
    assert(getrlimit(RLIMIT_AS, &limit) == 0 && setrlimit(RLIMIT_AS, &limit) == 0);

    struct iovec part = {"ab", 2};
    assert(pwritev2(ends[1], &part, 1, -1, RWF_SYNC) == 2);
    char bytes[2];
    part = (struct iovec){bytes, 2};
    assert(preadv2(ends[0], &part, 1, -1, 0) == 2 && bytes[1] == 'b');
    assert(preadv2(ends[0], &part, 1, 0, 0) == -1 && errno == ESPIPE);
    return 0;
}
