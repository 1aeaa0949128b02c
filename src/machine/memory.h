// Objects of the checked program: creation, release, and access to their bytes. Addresses come from
// program/layout.h and come back only where that matters (reuse.h), so that a stale pointer is always
// recognised. Private to src/machine.
#ifndef HEDDLE_MACHINE_MEMORY_H
#define HEDDLE_MACHINE_MEMORY_H

#include "machine/state.h"

static inline uint64_t memory_line_count(const struct object *o)
{
    return (o->size + LINE_BYTES - 1) / LINE_BYTES;
}

// Makes an object owned by `owner`, at its next address. The alignment is a power of two. With `initialised`
// its bytes are zero, else uninitialised. Returns its index; NO_OBJECT when the address space of the thread
// is used up.
uint32_t memory_allocate(struct machine *m, struct thread *owner, enum object_kind kind, uint64_t size,
                         uint64_t alignment, uint32_t site, bool initialised);
// Makes a heap block with the address of one that was released, see reuse.h.
uint32_t memory_allocate_again(struct machine *m, struct thread *owner, uint32_t released, uint64_t size,
                               bool initialised);
// Makes an object at a fixed address (globals).
uint32_t memory_place(struct machine *m, enum object_kind kind, uint64_t address, uint64_t size,
                      bool initialised);
// Whether an object of some thread, which may be forgotten by now, had that address, or it is one between
// such.
bool memory_was_given(const struct machine *m, uint64_t address);
// Ends its life. The newest object leaves no record if it is an unshared one of the stack and was made since
// the last mark.
void memory_release(struct machine *m, uint32_t object, enum object_state state);
// A heap block that has just been made is a mapping, in the state OBJECT_LIVE, _READABLE or _FORBIDDEN.
void memory_set_mapped(struct machine *m, uint32_t object, enum object_mapping mapping,
                       enum object_state state);
// Makes a part of a mapping that takes the addresses of one or two others (`also`, else NO_OBJECT), whose
// content it shares; it is like the first of them otherwise. They become OBJECT_REUSED.
void memory_add_part(struct machine *m, uint64_t address, uint64_t size, enum object_state state,
                     uint32_t displaced, uint32_t also);
// The scope of a stack object that is alive ends: until it begins again, accesses are violations.
void memory_end_scope(struct machine *m, uint32_t object);
// The object's scope may end, or begin again: OBJECT_DOUBTFUL, or OBJECT_LIVE.
void memory_doubt_scope(struct machine *m, uint32_t object, bool end);
// The object's scope begins: its content is indeterminate, and not what it was before. False: the scope has
// begun too often to name what it may be.
bool memory_begin_scope(struct machine *m, uint32_t object);
// Undo of memory_allocate; only for the newest object.
void memory_forget(struct machine *m, uint32_t object);
// Where an object comes from: the site of a stack object, else the instruction that made it.
static inline uint64_t memory_origin(const struct object *o)
{
    return o->site != NO_SITE ? (uint64_t)o->kind << 32 | o->site : (uint64_t)1 << 40 | o->code;
}
// An instruction of the program, or NO_CODE: of a thunk (a native that was called through a pointer).
static inline uint32_t memory_program_code(const struct machine *m, uint32_t code)
{
    return code < m->program->code_count ? code : NO_CODE;
}
// The running thread's instruction, or where it stands inside the runtime library, the user's call that led
// there.
uint32_t memory_user_code(const struct machine *m);
// The function of the runtime library that the user's code called, where the running thread stands inside
// that library; else NULL.
const char *memory_library_function(const struct machine *m);
// Changes who may reach a live object. Undone only with its birth, or if the caller has logged the object.
void memory_set_reach(struct machine *m, uint32_t object, uint16_t reach);
// From now on other threads may reach the object, and what its content points to.
void memory_share(struct machine *m, uint32_t object);
// From now on other threads may reach the object that a value points to, if it points to one.
void memory_share_value(struct machine *m, struct value v);

// Bytes [offset, offset + size) of a live object, size 1 to 8, little endian; in range (the caller has
// checked). Uninitialised bytes become inputs. `width`: bits wanted, at most 8 * size.
struct value memory_load(struct machine *m, struct object *o, uint64_t offset, unsigned size, unsigned width);
// Those bytes, where uninitialised ones stay uninitialised and count as 0.
struct value memory_peek(struct machine *m, const struct object *o, uint64_t offset, unsigned size);
// Those bytes as a number; false: the object has no content or is shorter, or one of them was never written,
// or is symbolic.
bool memory_known(const struct machine *m, const struct object *o, uint64_t offset, unsigned size,
                  uint64_t *bits);
void memory_store(struct machine *m, struct object *o, uint64_t offset, unsigned size, struct value v);
// Copies bytes with their terms and their being uninitialised; ranges may overlap.
void memory_move(struct machine *m, uint32_t to, uint64_t to_offset, uint32_t from, uint64_t from_offset,
                 uint64_t size);
void memory_fill(struct machine *m, struct object *o, uint64_t offset, uint64_t size, struct value byte);

// The object that holds [address, address + size) and that may be read, else NULL (and then memory_explain
// says why).
struct object *memory_at(struct machine *m, uint64_t address, uint64_t size);
// As memory_at, but also pages that may not be accessed now, and a range in several parts of a mapping: what
// they hold is there.
const struct object *memory_holding(const struct machine *m, uint64_t address, uint64_t size);
// Whether it has existed, and is no more.
static inline bool memory_is_released(const struct object *o)
{
    return o->state > OBJECT_FORBIDDEN && o->state != OBJECT_UNDEFINED && o->state != OBJECT_DOUBTFUL;
}
// Whether what it holds can be read, now or later.
static inline bool memory_has_content(const struct object *o)
{
    return o->state <= OBJECT_FORBIDDEN || o->state == OBJECT_DOUBTFUL;
}
// Why an access is wrong, for people; into `text`.
void memory_explain(struct machine *m, uint64_t address, uint64_t size, bool write, char *text,
                    size_t text_size);

// A new overlay (state.h), a copy of that one or, for 0, without terms; and the end of one that no line uses.
uint32_t memory_copy_overlay(struct machine *m, uint32_t overlay);
void memory_release_overlay(struct machine *m, uint32_t overlay);

#endif
