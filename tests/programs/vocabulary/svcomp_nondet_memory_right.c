// expect: safe
// Each scalar of the memory is an input of its own; what lies beside it keeps its value, and no bytes are none.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
void __VERIFIER_nondet_memory(void *memory, size_t size);
unsigned char __VERIFIER_nondet_uchar(void);

static struct {
    int before, values[2];
    unsigned char flag;
    int after;
} s = {1, {2, 3}, 4, 5};

static void *fill(void *count)
{
    __VERIFIER_nondet_memory(s.values, *(size_t *)count * sizeof(int));
    return 0;
}

int main(void)
{
    size_t count = __VERIFIER_nondet_uchar() % 3;
    pthread_t thread;
    pthread_create(&thread, 0, fill, &count);
    pthread_join(thread, 0);
    assert(s.before == 1 && s.flag == 4 && s.after == 5);
    assert(count == 2 || s.values[1] == 3);
    assert(count > 0 || s.values[0] == 2);
    __VERIFIER_nondet_memory(&s.flag, 1);
    assert(s.flag <= 255 && s.after == 5);
    return 0;
}
