// heddle: --havoc=all
// expect: violation
// kinds: assertion
#include <assert.h>

int first(void);
int second(void);

int main(void)
{
    assert(first() != 3 || second() != 4); // <- violation
    return 0;
}
