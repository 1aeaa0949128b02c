// <unistd.h>, <sys/wait.h>: fork. What a child does has no model: the branch in which fork returns 0 ends
// there, and the verdict is inconclusive. The other branch goes on. Its child may do anything to descriptors,
// files and shared memory that both have, and send signals: from then on looking at files has no model
// (__runtime_shows_files), nor has waiting for signals, and where how the child ended decides something, the
// execution ends.
#include "runtime/signals.h"

enum { FIRST_CHILD = 1001, MOST_CHILDREN = 32 };
// Options: WNOHANG, WUNTRACED, WCONTINUED; __WNOTHREAD, __WALL and __WCLONE.
enum { WITHOUT_WAITING = 1, OF_STOPPED = 2, OF_CONTINUED = 8 };
#define OF_CLONES 0xe0000000u

int __heddle_choose(int count);

static struct {
    unsigned made;
    uint32_t left; // bits: those that were not waited for
} children;

int __runtime_fork(void)
{
    if (__heddle_choose(2)) {
        __heddle_unmodelled("the child of fork");
        return 0;
    }
    heddle_atomic_begin();
    if (__runtime_shares_with_children)
        __heddle_unmodelled("fork with shared memory, or handlers of pthread_atfork");
    if (children.made == MOST_CHILDREN)
        __heddle_unmodelled("more than 32 children");
    unsigned number = children.made++;
    __runtime_has_forked = true;
    __runtime_check_handlers_for_children();
    children.left |= (uint32_t)1 << number;
    heddle_atomic_end();
    return FIRST_CHILD + (int)number;
}

int fork(void)
{
    return __runtime_fork();
}

int vfork(void)
{
    return __runtime_fork();
}

// ---- waiting

// One of those that are asked for; -1: there is none.
static int choose_child(int process)
{
    if (process > 0) {
        int number = process - FIRST_CHILD;
        return number >= 0 && number < MOST_CHILDREN && children.left >> number & 1 ? number : -1;
    }
    int chosen = __builtin_popcount(children.left);
    chosen = chosen ? __heddle_choose(chosen) : -1;
    for (int number = 0; chosen >= 0; number++)
        if (children.left >> number & 1 && chosen-- == 0)
            return number;
    return -1;
}

int waitpid(int process, int *status, int options)
{
    if (options & ~(WITHOUT_WAITING | OF_STOPPED | OF_CONTINUED | (int)OF_CLONES))
        return __runtime_fail(EINVAL);
    if (options & ~WITHOUT_WAITING) {
        __heddle_unmodelled_value("options of waitpid but WNOHANG");
        return __runtime_fail(EINVAL);
    }
    CANCELLATION_POINT(0);
    heddle_atomic_begin();
    int number = choose_child(process);
    bool is_there = number >= 0 && !(options & WITHOUT_WAITING && __heddle_choose(2));
    if (is_there)
        children.left &= ~((uint32_t)1 << number);
    heddle_atomic_end();
    if (number < 0)
        return __runtime_fail(ECHILD);
    if (is_there && status)
        __heddle_unmodelled_input(status, sizeof *status, "how a child of fork ended");
    return is_there ? FIRST_CHILD + number : 0;
}

int wait(int *status)
{
    return waitpid(-1, status, 0);
}

// Kinds: P_ALL, P_PID, P_PGID, P_PIDFD; options beside those of waitpid.
int waitid(int kind, unsigned identifier, struct runtime_information *to, int options)
{
    enum { ALL, ONE, GROUP, DESCRIPTOR, OF_EXITED = 4, LEAVES_IT = 0x1000000, OWNER = 1000 };
    const int states = OF_EXITED | OF_STOPPED | OF_CONTINUED;
    if (options & ~(WITHOUT_WAITING | LEAVES_IT | states | (int)OF_CLONES) || !(options & states) ||
        kind < ALL || kind > DESCRIPTOR || (kind == ONE && (int)identifier <= 0) ||
        (kind == GROUP && (int)identifier < 0))
        return __runtime_fail(EINVAL);
    if (kind > ONE || options & ~(WITHOUT_WAITING | OF_EXITED)) {
        __heddle_unmodelled_value("waitid of groups, or of children that have not ended");
        return __runtime_fail(ECHILD);
    }
    int found = waitpid(kind == ALL ? -1 : (int)identifier, NULL, options & WITHOUT_WAITING);
    if (found < 0)
        return -1;
    if (to) {
        *to = (struct runtime_information){0};
        if (found) {
            to->number = SIGCHLD;
            to->process = found;
            to->user = OWNER;
            __heddle_unmodelled_input(&to->code, sizeof to->code, "how a child of fork ended");
            __heddle_unmodelled_input(&to->value.number, sizeof to->value.number,
                                      "how a child of fork ended");
        }
    }
    return 0;
}

int wait4(int process, int *status, int options, void *usage)
{
    enum { USAGE = 18 * sizeof(long) }; // struct rusage
    int found = waitpid(process, status, options);
    if (found > 0 && usage)
        __heddle_unmodelled_input(usage, USAGE, "what a child of fork has used");
    return found;
}

int wait3(int *status, int options, void *usage)
{
    return wait4(-1, status, options, usage);
}
