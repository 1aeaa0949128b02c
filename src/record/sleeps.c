// Threads that sleep do nothing meanwhile: they need not be stopped when a window begins (window.h).
#include "record/recorder.h"
#include "record/window.h"

#include <threads.h>
#include <time.h>
#include <unistd.h>

#define SLEEPING(type, name, parameters, arguments)                                                          \
    type name parameters                                                                                     \
    {                                                                                                        \
        window_pause();                                                                                      \
        type result = REAL(name) arguments;                                                                  \
        window_resume();                                                                                     \
        return result;                                                                                       \
    }

SLEEPING(unsigned, sleep, (unsigned seconds), (seconds))
SLEEPING(int, usleep, (useconds_t time), (time))
SLEEPING(int, nanosleep, (const struct timespec *time, struct timespec *left), (time, left))
SLEEPING(int, clock_nanosleep,
         (clockid_t clock, int flags, const struct timespec *time, struct timespec *left),
         (clock, flags, time, left))
SLEEPING(int, thrd_sleep, (const struct timespec *time, struct timespec *left), (time, left))
