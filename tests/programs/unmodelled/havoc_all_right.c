// heddle: --havoc=all
// expect: safe
// text: no thread was created
#include <assert.h>

int first(void);
int second(int number);

int main(void)
{
    int number = first() & 7;
    assert(number >= 0 && number + (second(number) & 1) <= 8);
    return 0;
}
