// DWARF's tags of C's types (DWARF 5, 7.5.3).
#ifndef HEDDLE_LOWER_DWARF_H
#define HEDDLE_LOWER_DWARF_H

enum {
    TAG_ARRAY = 0x01,
    TAG_ENUM = 0x04,
    TAG_POINTER = 0x0f,
    TAG_STRUCT = 0x13,
    TAG_SUBROUTINE = 0x15,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_BASE = 0x24,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_ATOMIC = 0x47,
};

#endif
