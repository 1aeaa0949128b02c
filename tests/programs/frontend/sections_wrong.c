// expect: violation
// kinds: memory
// There is nothing behind the end of a section.
#include <assert.h>

static const int one __attribute__((section("numbers"), used)) = 1, two __attribute__((section("numbers"), used)) = 2;
extern const int __start_numbers[], __stop_numbers[];

int main(void)
{
    int sum = 0;
    for (const int *p = __start_numbers; p <= __stop_numbers; p++)
        sum += *p; // <- violation
    assert(sum == 3);
    return 0;
}
