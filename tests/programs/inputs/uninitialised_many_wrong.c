// expect: violation
// kinds: assertion
// text: uninitialised
// text: \.\.\. 15 more uninitialised values, in the witness
// Of values that nobody gave a few are enough.
#include <assert.h>

int main(void)
{
    int values[20], sum = 0;
    for (int i = 0; i < 20; i++)
        sum |= values[i];
    assert(sum == 0); // <- violation
    return 0;
}
