// heddle: --unwind=4
// expect: inconclusive
// message: a loop over inputs in strlen goes on beyond --unwind=4 rounds
// Where inputs decide how often a loop of the library goes round, its rounds count: each is another execution. The
// reason names the function and the program's call of it.
#include <assert.h>
#include <heddle.h>
#include <string.h>

int main(void)
{
    static char text[100000];
    heddle_symbolic(text, sizeof text, "text");
    text[sizeof text - 1] = 0;
    assert(strlen(text) < 50);
    return 0;
}
