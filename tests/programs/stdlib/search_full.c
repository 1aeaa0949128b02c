// expect: inconclusive
// message: hsearch in a full table
// A hash table takes as many entries as were asked for; whether it takes more is the library's own affair.
#include <assert.h>
#include <search.h>
#include <stddef.h>

int main(void)
{
    ENTRY one = {"one", NULL}, two = {"two", NULL}, three = {"three", NULL};
    assert(hcreate(2));
    assert(hsearch(one, ENTER) && hsearch(two, ENTER));
    assert(hsearch(two, ENTER) && !hsearch(three, FIND));
    if (!hsearch(three, ENTER))
        hdestroy();
    return 0;
}
