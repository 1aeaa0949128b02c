// The words of a journal (machine_journal): what their lowest four bits say, and what is in the rest.
#ifndef HEDDLE_MACHINE_JOURNAL_WORDS_H
#define HEDDLE_MACHINE_JOURNAL_WORDS_H

#include <stdint.h>

enum journal_word {
    // A thread executed an instruction: its code index from bit 32 on, flags from bit 8 on. The words after
    // it, up to the next such word, belong to it. Where JOURNAL_ADDRESS is set, the word before it is the
    // address.
    JOURNAL_INSTRUCTION,
    // All before it, back to the last such word, was done by this thread (bits 8 to 23) with its registers
    // from this one on (from bit 32 on).
    JOURNAL_FRAME,
    // Memory was looked at, or changed: as many bytes as the rest says, at the address in the word before.
    JOURNAL_READ,
    JOURNAL_WRITE,
    // A register of a thread was looked at (bits 8 to 23, and from bit 32 on).
    JOURNAL_REGISTER,
    // Of an instruction: a return copied as many words (bits 8 to 23) to registers from this one on (from bit
    // 32 on); a call entered a function with its registers from there on; a switch went on at that code
    // index.
    JOURNAL_TARGET,
    // Registers of a thread (bits 8 to 23) from this one on (from bit 32 on) were given values, as many as
    // the word before says.
    JOURNAL_ENTERED,
    // How a thread goes on from here follows from what it did since the journal had as many words as bits 32
    // on say, JOURNAL_NOWHERE: since ever.
    JOURNAL_HISTORY,
    // The instruction at the code index from bit 32 on was executed in a step that was tried, and undone.
    JOURNAL_TRIED,
};
#define JOURNAL_NOWHERE 0u
#define JOURNAL_KIND_MASK 15u
#define JOURNAL_FLAG_SHIFT 8
#define JOURNAL_HIGH_SHIFT 32

enum journal_flag {
    JOURNAL_FITS = 1,     // what it computed is what the same operation on whole numbers gives
    JOURNAL_SIDE = 2,     // the side taken: of a branch, of a select; whether a compare-exchange succeeded;
                          // whether an update found its operand
    JOURNAL_STOPPED = 4,  // it was not executed, but has looked at memory
    JOURNAL_ADDRESS = 8,  // an access at a known address
    JOURNAL_MOVED = 16,   // a call that entered a function with plain arguments, a return to such a call
    JOURNAL_OUTCOME = 32, // an update whose event has written or only read, as what it found there decided
    // No input decides: the result of a comparison (JOURNAL_SIDE), whether a shift or a conversion has a
    // result, what an update found and its operand
    JOURNAL_KNOWN = 64,
};

// The parts of a word: what it is; the flags of an instruction; bits 8 to 23; bits from 32 on; the bytes that
// a READ or WRITE is about.
static inline enum journal_word journal_kind(uint64_t word)
{
    return (enum journal_word)(word & JOURNAL_KIND_MASK);
}
static inline unsigned journal_flags(uint64_t word)
{
    return word >> JOURNAL_FLAG_SHIFT & 0xff;
}
static inline uint32_t journal_low(uint64_t word)
{
    return word >> JOURNAL_FLAG_SHIFT & 0xffff;
}
static inline uint32_t journal_high(uint64_t word)
{
    return (uint32_t)(word >> JOURNAL_HIGH_SHIFT);
}
static inline uint64_t journal_size(uint64_t word)
{
    return word >> JOURNAL_FLAG_SHIFT;
}
// A word of these parts.
static inline uint64_t journal_make(enum journal_word kind, uint32_t low, uint32_t high)
{
    return (uint64_t)kind | (uint64_t)low << JOURNAL_FLAG_SHIFT | (uint64_t)high << JOURNAL_HIGH_SHIFT;
}

#endif
