// expect: safe
// What is not known of the machine may be asked for, and shown.
#define _GNU_SOURCE
#include <assert.h>
#include <langinfo.h>
#include <locale.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <syslog.h>
#include <time.h>

int main(void)
{
    struct rusage usage;
    struct tms ticks;
    clockid_t clock;
    struct timespec time;
    double load[3];
    openlog("program", LOG_PID, LOG_DAEMON);
    assert(getrusage(RUSAGE_SELF, &usage) == 0 && getrusage((enum __rusage_who)7, &usage) == -1);
    printf("%ld kB\n", usage.ru_maxrss);
    assert(times(&ticks) != -1 && ticks.tms_cutime == 0);
    assert(clock_getcpuclockid(0, &clock) == 0 && clock_gettime(clock, &time) == 0);
    if (getloadavg(load, 3) == 3)
        printf("%f\n", load[0]);
    syslog(LOG_INFO, "%s %d %m", "text", 5);
    mallopt(M_ARENA_MAX, 1);
    malloc_trim(0);
    assert(setlocale(LC_ALL, "") && setlocale(LC_ALL, "xx") == NULL && *localeconv()->decimal_point == '.');
    assert(strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968") == 0);
    locale_t c = newlocale(LC_ALL_MASK, "C", NULL), before = uselocale(c);
    assert(c && before == LC_GLOBAL_LOCALE && strtod_l("1.5", NULL, c) == 1.5);
    uselocale(before);
    freelocale(c);
    return 0;
}
