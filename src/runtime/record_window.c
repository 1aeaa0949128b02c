// The part of a run that is recorded (heddle.h): it matters to recordings only.

void heddle_record_begin(void);
void heddle_record_end(void);

void heddle_record_begin(void) {}
void heddle_record_end(void) {}
