// The state of the points-to analysis, shared by its files; private to them.
#ifndef HEDDLE_ANALYSIS_POINTERS_H
#define HEDDLE_ANALYSIS_POINTERS_H

#include "analysis/solver.h"
#include "analysis/webs.h"

// What a rule (solver.h) does with a place that arrives in its node.
enum rule_kind {
    RULE_LOAD,       // other ⊇ [place + offset], size bytes
    RULE_STORE,      // [place + offset] ⊇ other (NO_NODE: numbers), size bytes
    RULE_UPDATE,     // a RULE_STORE of what is computed with what was there, which stays
    RULE_COPY_TO,    // copies `size` bytes from what `other` points to; of copy site `third`
    RULE_COPY_FROM,  // copies `size` bytes to place number `third`; of copy site `other`
    RULE_COPY_HUB,   // copies `size` bytes to node `other`, whatever the offset
    RULE_REALLOCATE, // the content of the object goes to object `third`
    RULE_CALL,       // calls at code `third` in instance `other`
    RULE_DISPATCH,   // calls with the arguments and results from node `other` on, see calls.c
    RULE_START,      // thread created at code `third`, argument `other`
    RULE_ONCE,       // called without arguments at code `third`
    RULE_JOIN,       // the thread's result is stored where `other` points to, size bytes
    RULE_KEY_GET,    // other ⊇ value of the key
    RULE_KEY_SET,    // value of the key ⊇ other
    RULE_DESTRUCTOR, // of the key object `third`
    RULE_ESCAPE,
    RULE_ACCESS, // a native accesses memory there, and moves no pointer
};

// A part of an object's content, a word (of a pointer's size): at offset + n * stride. What is stored goes
// in, what is loaded comes out; the two are the same where the stride is 0, since two such parts never
// overlap.
struct object_cell {
    uint32_t object, next; // of the same object
    int64_t offset;
    uint32_t stride;
    uint32_t in, out; // nodes
};

// The word that a place lies in, as its nodes: NO_NODE where nothing can be stored, or nothing is there.
struct place_word {
    bool known;
    uint8_t room; // bytes from the place to the end of its word; ANY_ROOM: all words of the object are one
    uint32_t in, out;
};
enum { ANY_ROOM = 0xff };

struct place_word_vector {
    struct place_word *data;
    uint32_t size, capacity;
};

// Content goes to the same offsets, plus `delta`, of another object.
struct content_copy {
    uint32_t from, to, next;
    int64_t delta;
};

// An instruction that copies memory, in an instance. Pairs of a source and a target are copied one by one,
// word for word, as long as they are few; then everything goes through one node.
struct copy_site {
    uint32_t pairs, targets;
    uint32_t hub;          // node; NO_NODE as long as they are few
    uint32_t source;       // node
    uint32_t first_target; // in copy_targets, NO_CODE: none
};

struct copy_target {
    uint32_t place, next; // of the same site
};

// A subtraction of what may be addresses: nodes, and how places move from the left one to the result.
struct address_difference {
    uint32_t left, right, result;
    struct transform moved;
    bool of_library; // in code of the runtime library
    bool connected;  // places flow to the result
};

// What the analysis keeps of an object besides struct abstract_object.
struct object_content {
    uint32_t first_cell, first_copy, cell_count, copy_count;
    uint32_t any;       // the cell of all words, NO_CODE: not made yet
    uint32_t visits[2]; // the last visit that took it, by whether whole words were copied
    bool initialised;
};

// The call of a function by one that is itself analysed for each call of it: a context of two calls. Contexts
// of one call are that call, these are numbered from the program's code_count on.
struct double_context {
    uint32_t call, outer; // in the function that has context `outer`, the call that called that one
};

// A function in a context: the call or the two calls that called it, NO_CODE: all of them.
struct instance {
    uint32_t function, context, next; // of the same function
    uint32_t base;                    // node of its web 0
    uint32_t results;                 // its result words
};

struct code_callee {
    uint32_t function, next; // of the same instruction
};

struct code_functions {
    uint32_t *first; // by code index, NO_CODE: none; chains in `all`
    VECTOR(struct code_callee) all;
};

// A call that is bound to a function.
struct bound_call {
    uint32_t instance, code, function;
};

// A question that was asked of the finished analysis (answers.c), and its answer.
struct points_to_answer {
    uint32_t kind, first, second;
    const struct place_set *places;
    VECTOR(uint32_t) functions;
};

// A set of places as the list that answers give of it.
struct listed_set {
    struct bits set;
    struct place_set *places;
};

// One access to each object of a core.
struct common_accesses {
    struct points_to_access access; // but for the place
    uint32_t core;
    struct access_list list;
};

struct points_to {
    const struct program *program;
    struct objects objects;
    struct solver solver;
    VECTOR(struct object_cell) cells;
    VECTOR(struct object_content) contents;           // by object
    struct place_word_vector part_words, whole_words; // of places: parts from FIRST_PART on, whole objects
    VECTOR(struct content_copy) copies;
    struct index copy_index;             // of copies
    VECTOR(struct copy_site) copy_sites; // from 1 on
    VECTOR(struct copy_target) copy_targets;
    VECTOR(uint32_t) new_cells; // to be copied on
    uint32_t visits;            // of objects, so far
    bool copying;
    struct index cell_index;
    uint32_t unknown; // node: the content of everything that has escaped

    struct webs **webs; // by function, NULL: not needed yet
    VECTOR(struct instance) instances;
    uint32_t *first_instance; // by function
    uint64_t *clone_roots;    // bit by function: analysed once per call, see instances.c
    uint32_t cloned;          // instructions of contexts
    VECTOR(struct double_context) double_contexts;
    struct index context_index; // of double_contexts
    struct index bound_index;
    VECTOR(struct bound_call) bound;
    struct code_functions callees, started;
    VECTOR(uint32_t) destructors;       // of thread-specific keys
    VECTOR(uint32_t) thread_objects;    // objects of threads; `self` points to them all
    uint32_t self, exit_value, any_key; // nodes: handles of all threads, results of all, all keys
    struct index constant_index;
    VECTOR(uint64_t) constant_values;
    VECTOR(uint32_t) constant_nodes;
    uint32_t generated; // instances whose code has been looked at
    bool generating;
    uint32_t *thread_locals;    // by thread-local number: global
    uint32_t errno_object;      // NO_CODE: the program has none
    uint32_t time_object;       // what clocks show; NO_CODE: the program never looks at one
    uint32_t forged;            // nodes of addresses made from numbers, see forged.c
    VECTOR(uint32_t) addresses; // nodes that code of the program uses as addresses
    VECTOR(uint32_t) undefined; // nodes of values that were never set
    VECTOR(struct address_difference) differences;

    // answers given, see answers.c
    struct index answer_index;
    VECTOR(struct points_to_answer) answers;
    struct index listed_index;
    VECTOR(struct listed_set) listed;
    struct access_list **accesses; // by code index
    bool cores_are_found;
    VECTOR(struct bits) cores; // see common.c
    VECTOR(struct common_accesses *) commons;
};

// ---- cells.c
// The cell of one word; offset a multiple of the word, stride 0, 1 or such a multiple.
uint32_t cells_get(struct points_to *pt, uint32_t object, int64_t offset, uint32_t stride);
// The cell of all words of the object.
uint32_t cells_any(struct points_to *pt, uint32_t object);
// The node that what is stored in a cell flows into; the node that what is loaded comes from.
static inline uint32_t cell_in(const struct points_to *pt, uint32_t cell)
{
    return pt->cells.data[cell].in;
}
static inline uint32_t cell_out(const struct points_to *pt, uint32_t cell)
{
    return pt->cells.data[cell].out;
}
// Constraints of an access of `size` bytes (UNKNOWN_SIZE: any number) at a place, or at the one with that
// number: what is there flows to node `to`; node `from` flows there (`update`: together with what was there);
// the content of one place flows to another.
void cells_load(struct points_to *pt, uint32_t place, uint64_t size, uint32_t to);
void cells_store(struct points_to *pt, uint32_t place, uint64_t size, uint32_t from, bool update);
void cells_copy(struct points_to *pt, const struct place *to, const struct place *from, uint64_t size);
// The two halves of copying at one site, whatever is there: to `node`, and from it to a place. Places of
// one object do the same, and are taken once in each visit (a number from `visits`).
void cells_gather(struct points_to *pt, const struct place *from, uint64_t size, uint32_t node,
                  uint32_t visit);
void cells_spread(struct points_to *pt, uint32_t node, const struct place *to, uint64_t size, uint32_t visit);

// ---- copies.c
// A number for a new site, to be the `third` of its RULE_COPY_TO.
uint32_t copies_site(struct points_to *pt);
// Whether the rule is one of copying; targets or sources of a site have arrived.
bool copies_has_rule(struct solver_rule rule);
void copies_rule(struct points_to *pt, struct solver_rule rule, const struct bits *places);

// ---- cells.c again
// The content of object `from` flows to the same offsets, plus `delta`, of object `to`.
void cells_copy_object(struct points_to *pt, uint32_t to, uint32_t from, int64_t delta);
// Unmodelled code reaches the object.
void cells_escape(struct points_to *pt, uint32_t object);

// ---- instances.c
// The function in that context (NO_CODE: all), made if it is new; its webs; whether it is analysed once for
// each call of it.
uint32_t instances_get(struct points_to *pt, uint32_t function, uint32_t context);
struct webs *instances_webs(struct points_to *pt, uint32_t function);
bool instances_has_context(const struct points_to *pt, uint32_t function);
// Whether the instance is code of the runtime library.
static inline bool instances_of_library(const struct points_to *pt, uint32_t instance)
{
    return pt->program->functions[pt->instances.data[instance].function].flags & FUNCTION_RUNTIME;
}
// The context of what the call at `code` enters, where it stands in that instance of its function.
uint32_t instances_context(struct points_to *pt, uint32_t instance, uint32_t code);
void instances_init(struct points_to *pt);
// The node of a constant; NO_NODE: it means no address.
uint32_t instances_constant(struct points_to *pt, uint64_t value);
// The node of what an instruction of the instance reads in (or writes to) a register; NO_NODE: nothing.
uint32_t instances_read(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t register_number);
uint32_t instances_written(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t register_number);
// Of an operand of a call list.
uint32_t instances_operand(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t operand);

// ---- constraints.c
// What an opcode does to pointers. SHAPE_NOT_HANDLED: everything it reads escapes, and what it writes is
// unknown.
enum opcode_shape {
    SHAPE_NOT_HANDLED,
    SHAPE_NONE,  // makes no pointer
    SHAPE_MIX,   // the result is computed from all operands
    SHAPE_WORDS, // the operand's words are the result's
    SHAPE_OWN,   // has a function of its own
};
// The shape of an opcode.
enum opcode_shape constraints_shape(unsigned op);
// Adds the constraints of the code of all instances that have none yet.
void constraints_generate_all(struct points_to *pt);

// ---- calls.c
struct call_words {
    VECTOR(uint32_t) nodes;     // by argument word, NO_NODE: no pointer
    VECTOR(uint64_t) constants; // by fixed word: its value where constant, else UNKNOWN_SIZE
    uint32_t fixed;
};
// Binds the call at `code` to that function.
void calls_bind(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t function);
void calls_bind_native(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t native);
// The function is entered in that context (instances_context; of functions without one, anything) with these
// argument nodes; returns the first node of its results, NO_NODE if none.
uint32_t calls_enter(struct points_to *pt, uint32_t context, uint32_t function, uint32_t count,
                     const uint32_t *arguments);
// A call through the function pointers in a node.
void calls_indirect(struct points_to *pt, uint32_t instance, uint32_t code, uint32_t node);
// The solver's rule_function: applies a rule of any kind to places that have arrived in its node.
void calls_rule(struct points_to *pt, struct solver_rule rule, const struct bits *places);
uint32_t calls_list(const struct instruction *i); // index of the operand list; NO_CODE: not a call

// ---- address_differences.c
// Once everything is solved: connects those whose sides are not in one object. False: there are no new ones.
bool address_differences_connect(struct points_to *pt);
// Nodes, as a set of representatives, of numbers that are differences of addresses, or computed from such
// alone. Owned by the caller.
uint64_t *address_differences_find(struct points_to *pt);

// ---- forged.c
// Code of the instance uses the node as an address.
void forged_note_address(struct points_to *pt, uint32_t instance, uint32_t node);
// Once everything is solved: lets addresses made from numbers point anywhere. False: there are no new ones.
bool forged_find(struct points_to *pt);

// ---- answers.c
void answers_free(struct points_to *pt);

// ---- accesses.c
// The accesses of an instruction, found out anew. Owned by the caller.
struct access_list *accesses_find(struct points_to *pt, uint32_t code);

// ---- common.c
// The largest core that is in the set, and its number; NULL: there is none. Once everything is solved.
const struct bits *common_core(struct points_to *pt, const struct bits *places, uint32_t *number);
// The list of accesses to all of its objects; empty if they are all functions.
const struct access_list *common_list(struct points_to *pt, uint32_t core, struct points_to_access access);
void common_free(struct points_to *pt);

// ---- natives.c
struct native_call {
    uint32_t instance, code;
    const struct call_words *words;
    uint32_t result; // node of the first result word, NO_NODE: not used
};
// Adds the constraints of a native's call; whether the native allocates memory.
void natives_bind(struct points_to *pt, const struct native_call *call, uint32_t native);
bool natives_allocates(uint32_t native);
uint32_t natives_thread(struct points_to *pt, uint32_t code); // object of the threads created there

// What the machine's model of a native reads and writes; see native_effects.def and program/natives.def.
enum native_flow {
    FLOW_WORST, // everything that the arguments reach escapes
#define NATIVE_FLOW(name) FLOW_##name,
#include "analysis/native_effects.def"
};
enum effect_size {
    EFFECT_END,
#define EFFECT_SIZE(name, bytes_32, bytes_64) EFFECT_##name,
#include "analysis/native_effects.def"
};
enum effect_mode { EFFECT_READ, EFFECT_WRITE, EFFECT_SYNC, EFFECT_LOOK, EFFECT_RELEASE };
struct native_access {
    uint8_t size, mode; // effect_size; effect_mode
    uint8_t argument;
};
struct native_effect {
    uint8_t flow;
    struct native_access accesses[4]; // up to EFFECT_END
};
// What the native does, by its number. A constant.
const struct native_effect *natives_effect(uint32_t native);
// Whether it is given a moment at which a wait or sleep is over: it may move the clock (machine/clock.h).
bool natives_is_timed(uint32_t native);
// Bytes of an effect's size; UNKNOWN_SIZE: an argument says, or unknown.
uint64_t natives_size(const struct points_to *pt, uint8_t size);

#endif
