// expect: safe
// What was left of an alarm is any of its seconds; one that was taken back sends nothing.
#include <assert.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static void ring(int number)
{
    assert(number == 0);
}

int main(void)
{
    struct itimerval time = {{0, 0}, {0, 2000000}};
    assert(alarm(5) == 0);
    unsigned left = alarm(0);
    assert(left <= 5 && alarm(0) == 0);
    assert(setitimer(ITIMER_REAL, &time, NULL) == -1 && getitimer(ITIMER_REAL, &time) == 0 && time.it_value.tv_sec == 0);
    signal(SIGALRM, ring);
    return 0;
}
