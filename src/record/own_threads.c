// Functions of the C library that make threads for themselves, which read and write the program's memory, or
// call its functions, while others run. Nothing is known of these threads: the recording ends (CUT).
#include "record/recorder.h"

#include <aio.h>
#include <mqueue.h>
#include <netdb.h>
#include <signal.h>
#include <time.h>

#define MAKES_THREADS(type, name, parameters, arguments)                                                     \
    type name parameters                                                                                     \
    {                                                                                                        \
        recorder_cut();                                                                                      \
        return REAL(name) arguments;                                                                         \
    }
MAKES_THREADS(int, aio_read, (struct aiocb * block), (block))
MAKES_THREADS(int, aio_write, (struct aiocb * block), (block))
MAKES_THREADS(int, aio_fsync, (int operation, struct aiocb *block), (operation, block))
MAKES_THREADS(int, aio_read64, (struct aiocb64 * block), (block))
MAKES_THREADS(int, aio_write64, (struct aiocb64 * block), (block))
MAKES_THREADS(int, aio_fsync64, (int operation, struct aiocb64 *block), (operation, block))
MAKES_THREADS(int, lio_listio,
              (int mode, struct aiocb *const list[restrict], int count, struct sigevent *restrict event),
              (mode, list, count, event))
MAKES_THREADS(int, lio_listio64,
              (int mode, struct aiocb64 *const list[restrict], int count, struct sigevent *restrict event),
              (mode, list, count, event))
MAKES_THREADS(int, getaddrinfo_a,
              (int mode, struct gaicb *list[restrict], int count, struct sigevent *restrict event),
              (mode, list, count, event))

int mq_notify(mqd_t queue, const struct sigevent *event)
{
    if (event && event->sigev_notify == SIGEV_THREAD)
        recorder_cut();
    return REAL(mq_notify)(queue, event);
}

int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer)
{
    if (event && event->sigev_notify == SIGEV_THREAD)
        recorder_cut();
    return REAL(timer_create)(clock, event, timer);
}
