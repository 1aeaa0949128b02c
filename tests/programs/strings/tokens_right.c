// expect: safe
#include <assert.h>
#include <string.h>

int main(void)
{
    char line[] = ",a,,bc,";
    char *state;
    char *token = strtok_r(line, ",", &state);
    assert(strcmp(token, "a") == 0);
    token = strtok_r(NULL, ",", &state);
    assert(strcmp(token, "bc") == 0);
    assert(strtok_r(NULL, ",", &state) == NULL);
    char words[] = "x y";
    assert(strcmp(strtok(words, " "), "x") == 0);
    assert(strcmp(strtok(NULL, " "), "y") == 0);
    assert(strtok(NULL, " ") == NULL);
    return 0;
}
