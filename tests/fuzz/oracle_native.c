#include "oracle.h"
void oracle_native(struct program *program, const struct oracle_options *options)
{
    (void)program;
    (void)options;
}
