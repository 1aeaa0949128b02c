// expect: safe
// Kinds taken in turn, structures by value among them.
#include <assert.h>
#include <stdarg.h>
#include <string.h>

struct point {
    int x, y;
};
struct box {
    long corner[4];
};

static long read_all(const char *kinds, ...)
{
    va_list list;
    va_start(list, kinds);
    long total = 0;
    for (const char *k = kinds; *k; k++) {
        switch (*k) {
        case 'i': total += va_arg(list, int); break;
        case 'l': total += va_arg(list, long); break;
        case 'd': total += (long)va_arg(list, double); break;
        case 's': total += (long)strlen(va_arg(list, const char *)); break;
        case 'p': {
            struct point p = va_arg(list, struct point);
            total += p.x * p.y;
            break;
        }
        case 'b': {
            struct box b = va_arg(list, struct box);
            total += b.corner[0] + b.corner[3];
            break;
        }
        }
    }
    va_end(list);
    return total;
}

int main(void)
{
    struct point p = {3, 4};
    struct box b = {{1000, 0, 0, 2000}};
    assert(read_all("ildsp", 1, 20L, 300.0, "four", p) == 1 + 20 + 300 + 4 + 12);
    assert(read_all("bib", b, 5, b) == 6005);
    assert(read_all("ddddddddddi", 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 7) == 17);
    assert(read_all("pppp", p, p, p, p) == 48);
    return 0;
}
