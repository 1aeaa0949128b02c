// expect: violation
// kinds: assertion
// 31 days do not fit in a factor of 31 together with day 0 of the next month.
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
    int key = d.month * 31 + d.day;
    assert(key % 31 == d.day); // <- violation
    return 0;
}
