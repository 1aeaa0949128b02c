// The two versions of a program that are compared, as an index.
#ifndef HEDDLE_ANALYSIS_VERSION_H
#define HEDDLE_ANALYSIS_VERSION_H

enum version { VERSION_OLD, VERSION_NEW, VERSION_COUNT };

// The other version.
static inline enum version version_other(enum version version)
{
    return version == VERSION_OLD ? VERSION_NEW : VERSION_OLD;
}

#endif
