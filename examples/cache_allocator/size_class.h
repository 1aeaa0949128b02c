// Size classes: small requests are rounded up to one of a few sizes, four for each doubling.
#ifndef SIZE_CLASS_H
#define SIZE_CLASS_H

#include <stddef.h>
#include <stdint.h>

enum {
    SIZE_CLASS_ALIGNMENT = 16, // of every object
    SIZE_CLASS_COUNT = 24,
    SIZE_CLASS_LARGEST = 2048, // bytes; what is larger gets pages of its own
};

// The class for a request of 1 to SIZE_CLASS_LARGEST bytes.
unsigned size_class_for(size_t size);
// Bytes of an object of the class.
size_t size_class_bytes(unsigned size_class);
// How many pages a span of the class has: enough for at least four objects, with at most an eighth of it
// wasted.
uint32_t size_class_pages(unsigned size_class);
// How many objects such a span holds.
uint32_t size_class_objects(unsigned size_class);
// How many objects move at once between a cache and the central list: fewer of the larger ones.
uint32_t size_class_batch(unsigned size_class);
// The smallest class whose objects are aligned to `alignment` (a power of two, at most a page) and hold
// `size` bytes, or SIZE_CLASS_COUNT when no class does.
unsigned size_class_aligned(size_t size, size_t alignment);

#endif
