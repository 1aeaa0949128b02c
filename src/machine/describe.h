// What a machine's parts are called, for people, and where threads stand in the source.
#ifndef HEDDLE_MACHINE_DESCRIBE_H
#define HEDDLE_MACHINE_DESCRIBE_H

#include "machine/machine.h"
#include "program/type_path.h"

const char *property_name(enum property property);

// From here on counts how often loop heads are passed, which costs a little time.
void machine_count_loops(struct machine *machine);
// How often that was, of the LOOP at `code` in the thread's innermost (0) or another frame.
uint64_t machine_loop_rounds(const struct machine *machine, uint32_t thread, uint32_t frame, uint32_t code);
// The call stack of a thread, innermost first, as code indices; returns how many were written.
uint32_t machine_stack(const struct machine *machine, uint32_t thread, uint32_t *code, uint32_t limit);
// The frames of machine_stack without those of natives that were called through a pointer, which have no code
// (NO_CODE).
uint32_t machine_program_stack(const struct machine *machine, uint32_t thread, uint32_t *code,
                               uint32_t limit);
// The code index in the user's code where a thread stands: inside the runtime library, the call that led
// there.
uint32_t machine_user_position(const struct machine *machine, uint32_t thread);
// The code index of the call that created a thread; of main, and of numbers without a thread, NO_CODE.
uint32_t machine_creation(const struct machine *machine, uint32_t thread);
// The function of heddle's C library that the program called there and the thread is in; NULL: none.
const char *machine_library_call(const struct machine *machine, uint32_t thread);
// That of the thread's lowest `depth` frames, and the code index in the user's code of the call; NULL,
// NO_CODE: none.
const char *machine_library_call_around(const struct machine *machine, uint32_t thread, uint32_t depth,
                                        uint32_t *code);
// Creation path of a thread, "main", "main.1", "main.2.1"; owned by the machine.
const char *machine_thread_name(const struct machine *machine, uint32_t thread);
// Name of an input for people ("n", "nondet_int()", "uninitialised buffer+4"), owned by the caller.
char *machine_input_name(const struct machine *machine, uint64_t maker, uint64_t number);
// What else is known of an input.
struct input_form {
    bool is_float;   // the program has a floating-point number there
    bool asked;      // the program asked for it: heddle_symbolic, __VERIFIER_nondet_int and the like
    uint64_t offset; // in what the program asked for, in bytes
};
struct input_form machine_input_form(const struct machine *machine, uint64_t maker, uint64_t number);
// Describes an address for people: "counter", "queue.head", "table+64 (40 bytes)", "next of block of 16 bytes
// allocated at a.c:10". Into `text`.
void machine_describe_address(const struct machine *machine, uint64_t address, char *text, size_t size);
// Describes the part of `bytes` bytes there (TYPE_PATH_..., program/type_path.h).
void machine_describe_access(const struct machine *machine, uint64_t address, uint64_t bytes, char *text,
                             size_t size);
// Names that part by what the program's variables point to now: "queue.head->next". A block of the heap that
// none of them leads to, and with `paths` false every block: "(malloc at a.c:10)->next". Returns the part's
// type, 0: unknown.
uint32_t machine_name_access(const struct machine *machine, uint64_t address, uint64_t bytes, bool paths,
                             char *text, size_t size);
// Names what a pointer of `type` points to: "&lock", "malloc at a.c:10", "\"text\"", "NULL".
void machine_name_pointer(const struct machine *machine, uint64_t pointer, uint32_t type, char *text,
                          size_t size);
// Whether that is the address of what clocks show, and then its content as a text: seconds.
bool machine_describe_time(const struct machine *machine, uint64_t address, uint64_t bits, char *text,
                           size_t size);
// Whether a number is the handle of a thread (pthread_t), and then the thread that has it now: "thread
// main.1".
bool machine_describe_handle(const struct machine *machine, uint64_t bits, char *text, size_t size);
// The bytes at an address as a number (1 to 8, in one object); false where they are not known.
bool machine_known_word(const struct machine *machine, uint64_t address, unsigned size, uint64_t *word);
// The object, with these bytes, that exists at the address; false: none does.
bool machine_object_at(const struct machine *machine, uint64_t address, uint64_t *base, uint64_t *size);
// Whether the address is in a block of the heap, freed or not.
bool machine_is_block(const struct machine *machine, uint64_t address);
// Whether the address is in a variable of heddle's C library, or in a block that it has made for itself.
bool machine_is_library_memory(const struct machine *machine, uint64_t address);

// Hash of what global variables and blocks of the heap hold, and of the status of each thread, for comparing
// final states in tests; it does not depend on the order of execution.
uint64_t machine_state_hash(const struct machine *machine);

#endif
