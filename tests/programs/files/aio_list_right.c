// por: classic source optimal default
// expect: safe
// A list of requests that is waited for; one that calls a function; one that may be cancelled.
#define _GNU_SOURCE
#include <aio.h>
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static sem_t done;

static void tell(union sigval value)
{
    assert(value.sival_int == 7);
    sem_post(&done);
}

int main(void)
{
    int ends[2], others[2];
    char bytes[4] = "", more[4];
    if (pipe(ends) != 0 || pipe(others) != 0 || sem_init(&done, 0, 0) != 0)
        return 0;
    struct aiocb write = {.aio_fildes = ends[1], .aio_buf = "ab", .aio_nbytes = 2, .aio_lio_opcode = LIO_WRITE};
    struct aiocb read = {.aio_fildes = ends[0], .aio_buf = bytes, .aio_nbytes = 2, .aio_lio_opcode = LIO_READ};
    write.aio_sigevent.sigev_notify = read.aio_sigevent.sigev_notify = SIGEV_NONE;
    struct aiocb *list[] = {&read, NULL, &write};
    assert(lio_listio(LIO_WAIT, list, 3, NULL) == 0);
    assert(aio_error(&read) == 0 && aio_return(&read) == 2 && memcmp(bytes, "ab", 2) == 0);

    write.aio_sigevent.sigev_notify = SIGEV_THREAD;
    write.aio_sigevent.sigev_notify_function = tell;
    write.aio_sigevent.sigev_notify_attributes = NULL;
    write.aio_sigevent.sigev_value.sival_int = 7;
    assert(aio_write(&write) == 0 && sem_wait(&done) == 0 && aio_error(&write) == 0);

    struct aiocb first = {.aio_fildes = others[0], .aio_buf = more, .aio_nbytes = 1};
    assert(aio_read(&first) == 0);
    int outcome = aio_cancel(others[0], &first);
    assert(outcome == AIO_CANCELED || outcome == AIO_NOTCANCELED);
    assert(aio_error(&first) == (outcome == AIO_CANCELED ? ECANCELED : EINPROGRESS));
    assert(lio_listio(9, list, 3, NULL) == -1 && errno == EINVAL);
    return 0;
}
