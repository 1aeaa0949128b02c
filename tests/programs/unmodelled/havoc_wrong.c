// heddle: --havoc=mystery
// expect: violation
// kinds: assertion
// Asked for: it may return anything.
#include <assert.h>
extern int mystery(int);

int main(void)
{
    int x = mystery(3);
    assert(x != 99); // <- violation
    return 0;
}
