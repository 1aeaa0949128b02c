// heddle: --havoc=mystery,riddle
// expect: safe
#include <assert.h>
extern unsigned char mystery(int);
extern void riddle(void);

int main(void)
{
    riddle();
    int x = mystery(3);
    assert(x >= 0 && x <= 255);
    return 0;
}
