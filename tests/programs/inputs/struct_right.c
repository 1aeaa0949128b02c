// expect: safe
// One input fills a whole structure, padding included.
#include <assert.h>
#include <stddef.h>
void heddle_symbolic(void *address, size_t size, const char *name);
void heddle_assume(int condition);

struct date {
    unsigned char day, month;
    int year;
};

int main(void)
{
    struct date d;
    heddle_symbolic(&d, sizeof d, "d");
    heddle_assume(d.day >= 1 && d.day <= 31);
    heddle_assume(d.month >= 1 && d.month <= 12);
    heddle_assume(d.year >= 1900 && d.year < 2100);
    int key = (d.year - 1900) * 512 + d.month * 32 + d.day;
    assert(key % 32 == d.day);
    assert(key / 512 == d.year - 1900);
    return 0;
}
