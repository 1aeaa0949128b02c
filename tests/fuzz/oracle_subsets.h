// Random subsets of the properties: what is found for one follows from what is found for all of them.
#ifndef HEDDLE_FUZZ_ORACLE_SUBSETS_H
#define HEDDLE_FUZZ_ORACLE_SUBSETS_H

#include "oracle_look.h"

enum { SETTING_NAME_SIZE = 200 };

// What a setting says, in words.
void setting_name(const struct setting *setting, char name[SETTING_NAME_SIZE]);
// Some of the default properties, at least one.
uint32_t subset_draw(uint64_t draw);
// Number `draw` of the settings for some of the default properties: the algorithm, slices, pruning (only with
// `prune`) and refinements are drawn, too. `name` becomes its name.
struct setting subset_setting(uint64_t draw, bool prune, char name[SETTING_NAME_SIZE]);
// Explores under options->subsets such settings, and with properties that no execution violates beside them.
// The reference is what exhaustive exploration for the default properties saw. Returns what is wrong, owned
// by the caller; NULL: nothing.
char *check_subsets(const struct program *program, const struct oracle_options *options, uint32_t number,
                    const struct seen *reference, bool prune);

#endif
