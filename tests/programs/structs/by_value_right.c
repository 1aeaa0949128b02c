// expect: safe
// Structures of every passing class: in one register, two, mixed with floats, in memory.
#include <assert.h>

struct one { char a; };
struct pair { int a; short b; };
struct two { long a, b; };
struct mixed { double d; int i; };
struct floats { float x, y, z; };
struct odd { char bytes[7]; };
struct big { long v[6]; };

static struct one one(struct one s) { s.a++; return s; }
static struct pair pair(struct pair s) { s.a += s.b; return s; }
static struct two two(struct two s) { struct two r = {s.b, s.a}; return r; }
static struct mixed mixed(struct mixed s) { s.d *= s.i; return s; }
static struct floats floats(struct floats s) { s.z = s.x + s.y; return s; }
static struct odd odd(struct odd s) { s.bytes[6] = s.bytes[0]; return s; }
static struct big big(struct big s, int n) { s.v[n] = n; return s; }

int main(void)
{
    assert(one((struct one){'a'}).a == 'b');
    struct pair p = {40, 2};
    assert(pair(p).a == 42 && p.a == 40); // the caller's is untouched
    assert(two((struct two){1, 2}).a == 2);
    assert(mixed((struct mixed){1.5, 4}).d == 6.0);
    assert(floats((struct floats){1, 2, 0}).z == 3);
    assert(odd((struct odd){"abcdef"}).bytes[6] == 'a');
    struct big b = {{0}};
    struct big c = big(b, 5);
    assert(c.v[5] == 5 && b.v[5] == 0);
    b = big(big(c, 3), 4);
    assert(b.v[3] + b.v[4] + b.v[5] == 12);
    return 0;
}
