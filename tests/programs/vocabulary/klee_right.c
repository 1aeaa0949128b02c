// expect: safe
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
void klee_make_symbolic(void *address, size_t size, const char *name);
void klee_assume(uintptr_t condition);

int main(void)
{
    char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[2] == '\0');
    int length = 0;
    while (text[length])
        length++;
    assert(length <= 2);
    return 0;
}
