// What is known about an instruction: whether and how it matters to the properties that are asked.
#ifndef HEDDLE_ANALYSIS_RELEVANCE_H
#define HEDDLE_ANALYSIS_RELEVANCE_H

// Without flags it does not matter.
enum relevance {
    RELEVANT_ORDER = 1,    // its accesses are visible operations (where they are to memory that others reach)
    RELEVANT_LIFETIME = 2, // only with the release of the memory they are about: visible as reads
    RELEVANT_PART = 4,     // whether it is reached, at least, matters
    RELEVANT_VALUE = 8,    // what it reads matters
    RELEVANT_WATCHED = 16, // it matters only where it writes what such an instruction reads (machine/watch.h)
    RELEVANT_ALL = RELEVANT_ORDER | RELEVANT_PART | RELEVANT_VALUE
};

// In place of an instruction that exploring found to matter: a dynamic slice is to be a static one.
#define RELEVANCE_STATIC 0xffffffffu

#endif
