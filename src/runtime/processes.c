// <unistd.h>, <sys/wait.h>: fork. What a child does has no model: the branch in which fork returns 0 ends
// there, and the verdict is inconclusive. The other branch goes on. Its child may do anything to descriptors,
// files and shared memory that both have, and send signals: from then on looking at files has no model
// (__runtime_shows_files), nor has waiting for signals, and where how the child ended decides something, the
// execution ends.
#include "runtime/files.h"

enum { FIRST_CHILD = 1001, MOST_CHILDREN = 32, WITHOUT_WAITING = 1 };

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
