@shared = global i32 0, align 4

define ptr @racy(ptr %argument) {
  %old = load i32, ptr @shared, align 4
  %new = add i32 %old, 1
  store i32 %new, ptr @shared, align 4
  ret ptr %argument
}
