// expect: safe
// Descriptors are closed by the number of the system call, which is no point of cancellation.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int done;

static void *closes(void *ends)
{
    syscall(SYS_close, ((int *)ends)[0]);
    done = 1;
    pthread_testcancel();
    return NULL;
}

int main(void)
{
    int ends[2];
    pthread_t t;
    assert(pipe(ends) == 0);
    pthread_create(&t, NULL, closes, ends);
    pthread_cancel(t);
    pthread_join(t, NULL);
    assert(done && dup(ends[0]) == -1);
    assert(syscall(SYS_close, ends[1]) == 0);
    assert(syscall(SYS_close, ends[1]) == -1 && errno == EBADF);
    return 0;
}
