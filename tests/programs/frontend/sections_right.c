// files: support/sections_more.c
// expect: safe
// Tables in sections: all files add to one, which lies between two symbols that the linker makes.
#include "support/sections.h"

#include <assert.h>
#include <string.h>

extern const struct plugin __start_plugins[], __stop_plugins[];
extern int __start_numbers, __stop_numbers;
extern char __start_absent[] __attribute__((weak)), __stop_absent[] __attribute__((weak));

static int one(int x)
{
    return x + 1;
}

PLUGIN(first, one);
PLUGIN(second, one);

int number __attribute__((section("numbers"))) = 4;
static char bytes[3] __attribute__((section("letters"), used)) = "ab";
extern char __start_letters[], __stop_letters[];

int main(void)
{
    int sum = 0;
    assert(__stop_plugins - __start_plugins == 3);
    for (const struct plugin *p = __start_plugins; p < __stop_plugins; p++)
        sum += p->run(1);
    assert(sum == 2 + 2 + 3);
    assert(strcmp(__start_plugins[0].name, "first") == 0 && strcmp(__start_plugins[2].name, "third") == 0);
    assert(&__stop_numbers - &__start_numbers == 2 && *&__start_numbers == 4);
    number = 9;
    assert((&__start_numbers)[0] == 9 && (&__start_numbers)[1] == 5 && other_number() == 5);
    assert(__stop_letters - __start_letters == 3 && __start_letters[1] == 'b' && bytes[0] == 'a');
    char *absent = __start_absent;
    assert(!absent);
    return 0;
}
