// expect: inconclusive
// message: this operation of futex
#include "futex.h"

static atomic_int word;

int main(void)
{
    return (int)syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, NULL);
}
