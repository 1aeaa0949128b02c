// expect: inconclusive
// message: refers back
// References to what was matched before have no model.
#include <assert.h>
#include <regex.h>

int main(void)
{
    regex_t expression;
    assert(regcomp(&expression, "\\(a*\\)b\\1", 0) == 0);
    return 0;
}
