// expect: safe
// GNU labels as values: an indirect branch.
#include <assert.h>

static int run(const unsigned char *program)
{
    static void *const operations[] = {&&halt, &&increment, &&twice, &&jump};
    int value = 0;
    const unsigned char *next = program;
    goto *operations[*next];
increment:
    value++;
    goto *operations[*++next];
twice:
    value *= 2;
    goto *operations[*++next];
jump:
    next += 2;
    goto *operations[*next];
halt:
    return value;
}

int main(void)
{
    static const unsigned char program[] = {1, 2, 3, 1, 1, 2, 0};
    assert(run(program) == 6); // ((0 + 1) * 2 + 1) * 2; the jump skips one instruction
    return 0;
}
