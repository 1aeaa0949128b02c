// Calls of code that was not instrumented; the functions of heddle.h; and the end of the program.
#include "record/instrumented.h"
#include "record/reach.h"
#include "record/recorder.h"
#include "record/steer.h"
#include "record/window.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

// How much is looked at for pointers of memory that is no object that is known: on a stack, say.
enum { UNKNOWN_BYTES = 256 };

static void call_begins(void)
{
    recorder_sync(RECORDED_OUTSIDE, 0, 0, NULL);
    recorder_self.calls++;
    window_pause();
}

void heddle_record_outside(uint32_t place)
{
    heddle_recording_place = place;
    call_begins();
}

// Where the program's own code is.
extern const char __executable_start[], etext[];

bool outside_is(const void *function)
{
    return (uint64_t)function < (uint64_t)__executable_start || (uint64_t)function >= (uint64_t)etext;
}

bool heddle_record_is_outside(uint32_t place, const void *function)
{
    heddle_recording_place = place;
    if (!outside_is(function))
        return false;
    call_begins();
    return true;
}

void heddle_record_returned(uint32_t place, bool outside)
{
    if (!outside)
        return;
    heddle_recording_place = place;
    window_resume();
    recorder_sync(RECORDED_OUTSIDE, RECORDED_RETURNED, 0, NULL);
    if (recorder_self.calls)
        recorder_self.calls--;
}

static bool is_recorded_call(bool outside)
{
    if (outside && recorder_on())
        return true;
    if (outside)
        window_pause(); // it has come here for a moment
    return false;
}

void heddle_record_may_use(uint32_t place, const void *address, bool outside, bool kept)
{
    if (!is_recorded_call(outside))
        return;
    int error = errno;
    const void *start = address;
    uint64_t size = UNKNOWN_BYTES;
    heddle_recording_place = place;
    if (reach_object(address, &start, &size)) {
        recorder_event(RECORDED_MAY_READ, 0, 0, start, size);
        recorder_event(RECORDED_MAY_WRITE, kept ? RECORDED_KEPT : 0, 0, start, size);
    }
    reach_record(start, size, kept);
    window_pause();
    errno = error;
}

void heddle_record_may_use_variable(uint32_t place, const void *address, uint64_t size, bool outside,
                                    bool kept)
{
    if (!is_recorded_call(outside))
        return;
    int error = errno;
    heddle_recording_place = place;
    recorder_event(RECORDED_MAY_READ, 0, 0, address, size);
    recorder_event(RECORDED_MAY_WRITE, kept ? RECORDED_KEPT : 0, 0, address, size);
    reach_record(address, size, kept);
    window_pause();
    errno = error;
}

// Nobody waits for what is written to a file on a disk, or nowhere.
static bool is_watched(int file)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        return true;
    return !(S_ISREG(status.st_mode) ||
             (S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3))); // /dev/null
}

static void record_output(uint32_t place, bool returned)
{
    if (returned)
        heddle_record_returned(place, true);
    else
        heddle_record_outside(place);
}

void heddle_record_output(uint32_t place, int file, bool returned)
{
    static uint8_t known[3]; // 1: watched, 2: not
    if (steering) {          // as in the recorded run
        if (steer_expects(RECORDED_OUTSIDE, place))
            record_output(place, returned);
        return;
    }
    if (file < 1 || file > 2) {
        record_output(place, returned);
        return;
    }
    uint8_t watched = __atomic_load_n(&known[file], __ATOMIC_RELAXED);
    if (!watched) {
        watched = is_watched(file) ? 1 : 2;
        __atomic_store_n(&known[file], watched, __ATOMIC_RELAXED);
    }
    if (watched == 1)
        record_output(place, returned);
}

// ---- heddle.h

void heddle_symbolic(void *address, size_t size, const char *name)
{
    (void)address; // it is its present value that the program runs with
    (void)size;
    (void)name;
}

void heddle_assume(int condition)
{
    if (!condition)
        _exit(0);
}

void heddle_assert(int condition)
{
    if (condition)
        return;
    fprintf(stderr, "heddle_assert: the condition does not hold\n");
    abort();
}

void heddle_atomic_begin(void)
{
    if (recorder_on())
        recorder_event(RECORDED_REGION_BEGIN, 0, 0, NULL, 0);
    recorder_self.sections++;
}

void heddle_atomic_end(void)
{
    if (recorder_on())
        recorder_event(RECORDED_REGION_END, 0, 0, NULL, 0);
    if (recorder_self.sections)
        recorder_self.sections--;
}

// ---- failures

void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    if (steering)
        steer_failed();
    REAL(__assert_fail)(assertion, file, line, function);
    abort();
}

void abort(void)
{
    if (steering)
        steer_failed();
    REAL(abort)();
    for (;;)
        syscall(SYS_exit_group, 134);
}

// ---- the end

__attribute__((noreturn)) void _exit(int status)
{
    recorder_end();
    for (;;)
        syscall(SYS_exit_group, status);
}

__attribute__((noreturn)) void _Exit(int status)
{
    _exit(status);
}
