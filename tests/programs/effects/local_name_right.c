// heddle: --effects={folder}/local_name.effects
// expect: safe
// Functions without a body whose names are those of functions local to files of heddle's runtime library: their effects hold.
#include <assert.h>

int make(void);
int take(int limit);

int main(void)
{
    assert(make() == 3);
    assert(take(7) == 7);
    return 0;
}
