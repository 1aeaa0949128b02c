// expect: safe
// heddle: --property=assertion --independence=none
// case: none=93 classic source=51 optimal=51 default=51
// case: INDEX=3 none=91 classic source=4 optimal=4 default=4
// case: INDEX=9 none=91 classic=1 source=1 optimal=1 default=1
// case: ASSERTED=1 source=51 optimal=51 default=51
// case: ASSERTED=2 source=51 optimal=51 default=3
// case: ASSERTED=2 INDEX=3 source=4 optimal=4 default=1
// AGA figure 6: a thread increments the first six items of an array, main one more, chosen by an input (here checked to be
// in range) or, with INDEX, by what the text of the program does not tell. A static analysis takes both for accesses to
// the same memory: where an assertion is about an item, the static slice has all of them and saves nothing.
//
// Each increment reads and writes (r w): the 12 operations of the thread and 2 of main have C(14, 2) = 91 schedules. An
// input out of range adds 2 executions, negative or too large, of main alone.
// - INDEX=3: only the thread's r w of that item conflict: main's pair before, after, or both reads first and either write
//   the last, 4 traces. INDEX=9: none conflict, 1 trace.
// - An input: main's index stays open, so that its accesses conflict with those of all six items. Its read comes after i of
//   the 6 writes, its write after p of the 12 operations, 2 i <= p: 13 + 11 + 9 + 7 + 5 + 3 + 1 = 49 traces, and 2.
// - ASSERTED=2, where the assertion is about the index: no access to the array matters. One execution for each class of
//   inputs.
#include <assert.h>
#include <pthread.h>

int nondet_int(void);

static int array[12];

static void *t1(void *argument)
{
    for (int i = 0; i < 6; i++)
        array[i]++;
    return argument;
}

int main(void)
{
#ifdef INDEX
    volatile int index = INDEX; // the text of the program does not tell which
    int idx = index;
#else
    int idx = nondet_int();
    if (idx < 0 || idx >= 12)
        return 0;
#endif
    pthread_t t;
    pthread_create(&t, NULL, t1, NULL);
    array[idx]++;
    pthread_join(t, NULL);
#if ASSERTED == 1
    assert(array[idx] > 0);
#elif ASSERTED == 2
    assert(idx >= 0 && idx < 12);
#else
    assert(array[11] < 2);
#endif
    return 0;
}
