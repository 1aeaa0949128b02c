// expect: safe
// Variables that the C library has.
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern char __libc_single_threaded;
extern char **__environ;
extern char **environ;
extern long __timezone;
extern int __daylight;
extern char *__tzname[2];
extern char *__progname;
extern char *program_invocation_name, *program_invocation_short_name;
extern char *optarg;
extern int optind, opterr, optopt;
extern long timezone;
extern int daylight;

int main(void)
{
    tzset();
    assert(timezone == 0 && daylight == 0 && strcmp(tzname[0], "UTC") == 0 && tzname[1]);
    timezone = 3600;
    daylight = 1;
    assert(__timezone == 3600 && __daylight == 1 && strcmp(__tzname[1], "UTC") == 0);
    assert(!*__environ);
    setenv("a", "b", 1);
    assert(environ == __environ && strcmp(*__environ, "a=b") == 0);
    assert(!__libc_single_threaded);
    assert(program_invocation_name && strcmp(__progname, program_invocation_short_name) == 0);
    assert(!optarg && optind == 1 && opterr == 1 && optopt == '?');
    assert(IN6_IS_ADDR_LOOPBACK(&in6addr_loopback) && IN6_IS_ADDR_UNSPECIFIED(&in6addr_any));
    return 0;
}
