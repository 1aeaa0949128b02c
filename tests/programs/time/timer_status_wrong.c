// heddle: --property=exit
// expect: violation
// kinds: exit
// A timer whose signal nobody handles may end the program.
#include <stddef.h>
#include <time.h>

int main(void)
{
    timer_t timer;
    struct itimerspec time = {{1, 0}, {1, 0}};
    if (timer_create(CLOCK_REALTIME, NULL, &timer) == 0)
        timer_settime(timer, 0, &time, NULL);
    return 0;
}
