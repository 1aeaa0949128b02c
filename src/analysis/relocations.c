#include "analysis/relocations.h"

uint32_t relocations_from(const struct program *p, uint64_t offset)
{
    uint32_t low = 0, high = p->relocations_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (p->relocations[middle] < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
