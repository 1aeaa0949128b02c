// heddle: --unwind=3 --unwind=unwind_line_wrong.c:9=50
// expect: violation
// kinds: assertion
#include <assert.h>

int main(void)
{
    int i = 0;
    while (i < 100) {
        i++;
        assert(i != 40); // <- violation
    }
    return 0;
}
