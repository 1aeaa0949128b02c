// <err.h>, <error.h>, assert_perror: messages on standard error, and the end of the program.
#include "runtime/format.h"

static char program_name[] = "program";
char *program_invocation_name = program_name;
char *program_invocation_short_name = program_name;
char *__progname = program_name;
char *__progname_full = program_name;

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void write_text(struct runtime_sink *sink, const char *text)
{
    __runtime_sink_write(sink, text, strlen(text));
}

// "before", the message if there is a format, and, where `number` is not negative, the error's text.
static void report(const char *before, const char *format, struct runtime_arguments *arguments, int number)
{
    char buffer[RUNTIME_OUTPUT_BUFFER];
    struct runtime_sink sink = {.out = buffer, .size = sizeof buffer, .descriptor = stderr->descriptor};
    __runtime_check_messages();
    write_text(&sink, before);
    if (format)
        __runtime_format(&sink, format, arguments);
    if (number >= 0) {
        if (format)
            write_text(&sink, ": ");
        write_text(&sink, __runtime_strerror(number));
    }
    write_text(&sink, "\n");
    __runtime_sink_flush(&sink);
}

// The family of err.h: NAME(status, format, ...) and vNAME(status, format, list); PARAMETERS and THEN say the
// differences, `number` what error is named (-1: none).
#define UNPACK(...) __VA_ARGS__
#define DIAGNOSTIC(name, vname, parameters, number, then)                                                    \
    void vname(UNPACK parameters const char *format, va_list list)                                           \
    {                                                                                                        \
        struct runtime_arguments arguments;                                                                  \
        va_copy(arguments.list, list);                                                                       \
        report("program: ", format, &arguments, number);                                                     \
        va_end(arguments.list);                                                                              \
        then;                                                                                                \
    }                                                                                                        \
    void name(UNPACK parameters const char *format, ...)                                                     \
    {                                                                                                        \
        struct runtime_arguments arguments;                                                                  \
        va_start(arguments.list, format);                                                                    \
        report("program: ", format, &arguments, number);                                                     \
        va_end(arguments.list);                                                                              \
        then;                                                                                                \
    }
DIAGNOSTIC(warn, vwarn, (), errno, (void)0)
DIAGNOSTIC(warnx, vwarnx, (), -1, (void)0)
DIAGNOSTIC(err, verr, (int status, ), errno, exit(status))
DIAGNOSTIC(errx, verrx, (int status, ), -1, exit(status))

static void count_and_exit(int status)
{
    __atomic_fetch_add(&error_message_count, 1, __ATOMIC_SEQ_CST);
    if (status)
        exit(status);
}

void error(int status, int number, const char *format, ...)
{
    struct runtime_arguments arguments;
    va_start(arguments.list, format);
    report("program: ", format, &arguments, number ? number : -1);
    va_end(arguments.list);
    count_and_exit(status);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
    struct runtime_arguments arguments;
    char digits[12], *first = digits + sizeof digits;
    *--first = 0;
    for (; line; line /= 10)
        *--first = (char)('0' + line % 10);
    char before[sizeof "program:" + (file ? strlen(file) : 0) + sizeof digits + 4];
    strcpy(before, "program:");
    if (file) {
        strcpy(before + strlen(before), file);
        strcpy(before + strlen(before), ":");
        strcpy(before + strlen(before), first);
        strcpy(before + strlen(before), ": ");
    } else {
        strcpy(before + strlen(before), " ");
    }
    va_start(arguments.list, format);
    report(before, format, &arguments, number ? number : -1);
    va_end(arguments.list);
    count_and_exit(status);
}

void __assert_fail(const char *condition, const char *file, unsigned line, const char *function);

void __assert_perror_fail(int number, const char *file, unsigned line, const char *function)
{
    __assert_fail(__runtime_strerror(number), file, line, function);
}
