// expect: safe
// What programs ask about the system that they run on.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <gnu/libc-version.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

long __sysconf(int name);

int main(void)
{
    struct rlimit limit;
    assert(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur == 1024);
    assert(getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY && getrlimit((enum __rlimit_resource)99, &limit) == -1);
    assert(sysconf(_SC_THREAD_KEYS_MAX) == 1024 && sysconf(_SC_PAGESIZE) == 4096 && sysconf(_SC_IOV_MAX) >= 16);
    assert(__sysconf(_SC_PAGESIZE) == 4096 && sysconf(_SC_THREAD_PROCESS_SHARED) == 200809);
    assert(sysconf(-1) == -1 && errno == EINVAL && sysconf(9999) == -1 && sysconf(_SC_SIGSTKSZ) >= 2048);
    struct passwd *user = getpwuid(getuid()), copy, *found;
    char buffer[100];
    assert(user && strcmp(user->pw_dir, "/") == 0 && getpwuid(5) == NULL);
    assert(getpwuid_r(getuid(), &copy, buffer, sizeof buffer, &found) == 0 && found == &copy);
    assert(strcmp(copy.pw_name, user->pw_name) == 0 && strcmp(copy.pw_shell, user->pw_shell) == 0);
    struct sysinfo facts;
    assert(sysinfo(&facts) == 0 && facts.totalram * facts.mem_unit == (unsigned long)sysconf(_SC_PHYS_PAGES) * 4096);
    struct utsname names;
    assert(uname(&names) == 0 && strcmp(names.sysname, "Linux") == 0 && gnu_get_libc_version()[0] == '2');
    assert(prctl(PR_SET_NAME, "main") == 0 && mlock(buffer, sizeof buffer) == 0 && alarm(0) == 0);
    cpu_set_t set;
    assert(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == sysconf(_SC_NPROCESSORS_ONLN));
    clockid_t clock;
    struct timespec time;
    assert(pthread_getcpuclockid(pthread_self(), &clock) == 0 && clock_gettime(clock, &time) == 0);
    return 0;
}
