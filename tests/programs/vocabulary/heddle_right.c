// expect: safe
#include <stddef.h>
void heddle_symbolic(void *address, size_t size, const char *name);
void heddle_assume(int condition);
void heddle_assert(int condition);

int main(void)
{
    unsigned x, y;
    heddle_symbolic(&x, sizeof x, "x");
    heddle_symbolic(&y, sizeof y, "y");
    heddle_assume(x < 1000);
    heddle_assume(y < 1000);
    heddle_assert(x + y < 1999);
    return 0;
}
