// expect: safe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *end;
    const char *text = "2.5e2,";
    assert(strtod(text, &end) == 250.0 && end == text + 5);
    assert(strtod("-0.125", NULL) == -0.125);
    assert(atof("10") == 10.0);
    return 0;
}
