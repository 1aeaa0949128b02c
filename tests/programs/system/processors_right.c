// expect: safe
// Sets of processors on the heap, and which one a thread runs on.
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>

int main(void)
{
    unsigned processor = 9, node = 9;
    cpu_set_t *set = CPU_ALLOC(100);
    size_t size = CPU_ALLOC_SIZE(100);
    CPU_ZERO_S(size, set);
    CPU_SET_S(99, size, set);
    assert(size == 16 && CPU_ISSET_S(99, size, set) && CPU_COUNT_S(size, set) == 1);
    CPU_FREE(set);
    assert(getcpu(&processor, &node) == 0 && processor < 4 && node == 0 && sched_getcpu() < 4);
    assert(getcpu(0, 0) == 0);
    return 0;
}
