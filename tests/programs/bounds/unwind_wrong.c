// heddle: --unwind=20
// expect: violation
// kinds: assertion
#include <assert.h>

int main(void)
{
    int i = 0;
    while (i < 100) {
        i++;
        assert(i != 5); // <- violation
    }
    return 0;
}
