// <syslog.h>: nobody reads the log. What is logged is formatted all the same, so that its arguments are read.
#include "runtime/format.h"

static _Atomic(int) priorities = 0xff; // which are logged
static _Atomic(bool) has_printed;      // openlog has asked once for standard error, too

static void log_message(int priority, const char *format, struct runtime_arguments *arguments)
{
    char buffer[RUNTIME_OUTPUT_BUFFER];
    struct runtime_sink sink = {.out = buffer, .size = sizeof buffer, .descriptor = RUNTIME_NOWHERE};
    CANCELLATION_POINT(0);
    if (__heddle_output_is_redirected() && __c11_atomic_load(&has_printed, __ATOMIC_RELAXED))
        __runtime_check_messages();
    if (__c11_atomic_load(&priorities, __ATOMIC_RELAXED) & 1 << (priority & 7))
        __runtime_format(&sink, format, arguments);
}

void vsyslog(int priority, const char *format, va_list list)
{
    struct runtime_arguments arguments;
    va_copy(arguments.list, list);
    log_message(priority, format, &arguments);
    va_end(arguments.list);
}

void syslog(int priority, const char *format, ...)
{
    struct runtime_arguments arguments;
    va_start(arguments.list, format);
    log_message(priority, format, &arguments);
    va_end(arguments.list);
}

void __vsyslog_chk(int priority, int flag, const char *format, va_list list)
{
    (void)flag;
    vsyslog(priority, format, list);
}

void __syslog_chk(int priority, int flag, const char *format, ...)
{
    struct runtime_arguments arguments;
    (void)flag;
    va_start(arguments.list, format);
    log_message(priority, format, &arguments);
    va_end(arguments.list);
}

void openlog(const char *name, int options, int facility)
{
    enum { TO_STANDARD_ERROR = 0x20 }; // LOG_PERROR
    (void)name, (void)facility;
    if (__heddle_output_is_redirected() && options & TO_STANDARD_ERROR)
        __c11_atomic_store(&has_printed, true, __ATOMIC_RELAXED);
}

void closelog(void) {}

int setlogmask(int mask)
{
    return mask ? __c11_atomic_exchange(&priorities, mask, __ATOMIC_RELAXED)
                : __c11_atomic_load(&priorities, __ATOMIC_RELAXED);
}
