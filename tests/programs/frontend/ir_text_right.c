// files: support/add.ll
// expect: safe
// LLVM's textual form next to C.
#include <assert.h>

int add_one(int x);
extern int table[3];

int main(void)
{
    assert(add_one(41) == 42);
    assert(table[0] + table[1] + table[2] == 6);
    return 0;
}
