// expect: safe
// Statements of each kind behind labels: a call with arguments, several expressions, a compound statement, and under a
// condition. Each thread has copies of the local variables.
#include <assert.h>

__CPROVER_bool finished[3];
__CPROVER_size_t sum;

static void add(unsigned long amount, __CPROVER_bool *done)
{
    __CPROVER_atomic_begin();
    sum += amount;
    *done = 1;
    __CPROVER_atomic_end();
}

static void start(unsigned long amount)
{
    __CPROVER_ASYNC_1: add(amount, &finished[0]);
    amount = 100; // the thread has its own
}

int main(void)
{
    int late; // any value
    start(1);
    if (late)
        __CPROVER_ASYNC_2: add(2, &finished[1]), finished[2] = 1; // a ';' in a comment
    else
        __CPROVER_ASYNC_3: /* '}' */ {
            const char *text = "} ;";
            if (text[0] == '}')
                add(2, &finished[1]);
            finished[2] = 1;
        }
    __CPROVER_assume(finished[0] && finished[1] && finished[2]);
    __CPROVER_fence("WWfence", "RRfence", "RWfence", "WRfence");
    assert(sum == 3);
    return 0;
}
