// expect: violation
// kinds: assertion
// What is compiled in a second attempt has its places and its mistakes.
#include <assert.h>

int index;
int total;

int main(void)
{
    count(2);
    assert(index == total); // <- violation
    return 0;
}

void count(int by)
{
    total += by;
}
