// <unistd.h>, <sys/time.h>: alarms and interval timers, whose signal may come at any moment. By default it
// ends the program, which only cuts executions short: nothing is looked for behind that, and what comes
// before is explored with the end later. A handler would interrupt the program anywhere, which has no model.
#include "runtime/signals.h"

enum { SIGALRM = 14, SIGVTALRM = 26, SIGPROF = 27 };

void heddle_symbolic(void *at, size_t size, const char *name);
void heddle_assume(int condition);
int __heddle_looks_for_status(void);
int __heddle_choose(int n);

int sigaction(int number, const struct runtime_action *restrict action, struct runtime_action *restrict old);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old);

// What was left in seconds when the alarm was set last, at most.
static unsigned alarm_seconds;

static bool is_blocked(int number)
{
    sigset_t mask;
    pthread_sigmask(0, NULL, &mask);
    return sigismember(&mask, number) == 1;
}

// Where the status of the program is asked for, the end by the signal is explored: when it rings makes no
// difference. Blocked it comes when somebody unblocks it.
static void may_end(int number, bool is_blocked)
{
    if (!__heddle_looks_for_status())
        return;
    if (is_blocked)
        __heddle_unmodelled("an alarm whose signal is blocked, where `exit` is asked for");
    if (__heddle_choose(2))
        __runtime_do_default(number);
}

// Behind the change: of two threads, one that sets an alarm and one that installs a handler, one finds what
// the other did.
static void look_at_action(int number, bool may_be_pending)
{
    struct runtime_action action;
    sigaction(number, NULL, &action);
    if (__runtime_is_handled(&action))
        __heddle_unmodelled("a handler that an alarm may run at any moment");
    if (!__runtime_is_ignored(&action, number))
        may_end(number, may_be_pending);
}

void __runtime_set_timer_signal(int number)
{
    uint64_t bit = __runtime_signal_bit(number);
    heddle_atomic_begin();
    if (!(__runtime_timer_signals & bit))
        __runtime_timer_signals |= bit;
    heddle_atomic_end();
    look_at_action(number, is_blocked(number));
}

// Whether the signal was possible before. It stays so where it may be pending.
bool __runtime_set_alarm(int number, bool is_set)
{
    uint64_t bit = __runtime_signal_bit(number);
    bool may_be_pending = is_blocked(number);
    heddle_atomic_begin();
    bool before = __runtime_alarms & bit;
    if (is_set && !before)
        __runtime_alarms |= bit;
    else if (!is_set && before && !may_be_pending)
        __runtime_alarms &= ~bit;
    heddle_atomic_end();
    if (is_set)
        look_at_action(number, may_be_pending);
    return before;
}

// Any of the seconds that may be left of the alarm before; 0 where it may be over and was ignored.
static unsigned left_of_alarm(unsigned most)
{
    unsigned left;
    heddle_symbolic(&left, sizeof left, "seconds left of the alarm");
    heddle_assume(left <= most);
    return left;
}

unsigned alarm(unsigned seconds)
{
    bool before = __runtime_set_alarm(SIGALRM, seconds);
    heddle_atomic_begin();
    unsigned most = alarm_seconds;
    if (alarm_seconds != seconds)
        alarm_seconds = seconds;
    heddle_atomic_end();
    return before ? left_of_alarm(most) : 0;
}

struct timeval {
    time_t seconds;
    long microseconds;
};
struct interval {
    struct timeval every, next; // struct itimerval
};

static int signal_of(int timer)
{
    return timer == 0 ? SIGALRM : timer == 1 ? SIGVTALRM : timer == 2 ? SIGPROF : 0;
}

static bool is_time(const struct timeval *time)
{
    return time->microseconds >= 0 && time->microseconds < 1000000;
}

static void get_alarm_interval(bool is_set, struct interval *to)
{
    *to = (struct interval){{0, 0}, {0, 0}};
    if (is_set)
        __heddle_unmodelled_input(to, sizeof *to, "what is left of an interval timer");
}

int setitimer(int timer, const struct interval *to, struct interval *old)
{
    int number = signal_of(timer);
    struct interval wanted = {0};
    if (to) // Linux: a null pointer ends the timer
        wanted = *to;
    if (!number || !is_time(&wanted.every) || !is_time(&wanted.next))
        return __runtime_fail(EINVAL);
    bool before = __runtime_set_alarm(number, wanted.next.seconds || wanted.next.microseconds);
    heddle_atomic_begin();
    if (number == SIGALRM && alarm_seconds != UINT_MAX)
        alarm_seconds = UINT_MAX; // alarm and this are one timer
    heddle_atomic_end();
    if (old)
        get_alarm_interval(before, old);
    return 0;
}

int getitimer(int timer, struct interval *to)
{
    int number = signal_of(timer);
    if (!number)
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    bool is_set = __runtime_alarms & __runtime_signal_bit(number);
    heddle_atomic_end();
    get_alarm_interval(is_set, to);
    return 0;
}
