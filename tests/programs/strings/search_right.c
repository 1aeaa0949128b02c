// expect: safe
#include <assert.h>
#include <string.h>

int main(void)
{
    const char *text = "one two three two";
    assert(strchr(text, 't') == text + 4 && strchr(text, 'z') == NULL);
    assert(strchr(text, '\0') == text + 17);
    assert(strrchr(text, 't') == text + 14);
    assert(strstr(text, "two") == text + 4 && strstr(text, "four") == NULL && strstr(text, "") == text);
    assert(strstr("aaab", "aab") != NULL);
    assert(memchr(text, 'w', 5) == NULL && memchr(text, 'w', 6) == text + 5);
    assert(strspn("aabbc", "ab") == 4 && strcspn("hello, x", ",;") == 5);
    assert(strpbrk(text, "xyzw") == text + 5 && strpbrk(text, "xyz") == NULL);
    return 0;
}
