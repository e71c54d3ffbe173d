// Whether bytes are text in UTF-8, sixteen at a time by instructions that no Swift module shows. The
// function is compiled for processors that have them, so it must be asked first whether this one
// does: `modosu_has_crc32c` says that, too, for the instruction of the checksum is of the same age.
#ifndef MODOSU_CLINUX_TEXT_H
#define MODOSU_CLINUX_TEXT_H
#if defined(__x86_64__)
typedef char modosu_bytes __attribute__((vector_size(16)));
typedef char modosu_anywhere __attribute__((vector_size(16), aligned(1), may_alias));

// What can be wrong with a byte and the one behind it.
enum {
  modosu_lonely_lead = 1,     // the first byte of several, and no further one behind it
  modosu_lonely_rest = 2,     // a further byte behind one that stands alone
  modosu_padded_two = 4,      // two bytes for what fits in one
  modosu_padded_three = 8,    // three bytes for what fits in two
  modosu_half_of_pair = 16,   // U+D800 to U+DFFF
  modosu_too_large = 32,      // above U+10FFFF
  modosu_extreme_four = 64,   // four bytes for what fits in three, or far above U+10FFFF
  modosu_rest_of_rest = -128, // two further bytes, which one before them has to explain
};

// What is wrong with sixteen bytes, given those one, two and three before each of them. Three tables,
// looked up by the halves of a byte and by the first half of the next one, say what may be; it is so
// if all three say it.
__attribute__((target("sse4.2"))) static inline modosu_bytes modosu_wrong_text(
    modosu_bytes here, modosu_bytes one, modosu_bytes two, modosu_bytes three) {
  enum {
    always = modosu_lonely_lead | modosu_lonely_rest | modosu_rest_of_rest,
    beyond = always | modosu_too_large | modosu_extreme_four,
    further = modosu_lonely_rest | modosu_padded_two | modosu_rest_of_rest,
    high = further | modosu_half_of_pair | modosu_too_large,
  };
  const modosu_bytes by_first_half = {
      modosu_lonely_rest, modosu_lonely_rest, modosu_lonely_rest, modosu_lonely_rest,
      modosu_lonely_rest, modosu_lonely_rest, modosu_lonely_rest, modosu_lonely_rest,
      modosu_rest_of_rest, modosu_rest_of_rest, modosu_rest_of_rest, modosu_rest_of_rest,
      modosu_lonely_lead | modosu_padded_two, modosu_lonely_lead,
      modosu_lonely_lead | modosu_padded_three | modosu_half_of_pair,
      modosu_lonely_lead | modosu_too_large | modosu_extreme_four};
  const modosu_bytes by_second_half = {
      always | modosu_padded_two | modosu_padded_three | modosu_extreme_four,
      always | modosu_padded_two, always, always, always | modosu_too_large, beyond, beyond, beyond,
      beyond, beyond, beyond, beyond, beyond, beyond | modosu_half_of_pair, beyond, beyond};
  const modosu_bytes by_next_half = {
      modosu_lonely_lead, modosu_lonely_lead, modosu_lonely_lead, modosu_lonely_lead,
      modosu_lonely_lead, modosu_lonely_lead, modosu_lonely_lead, modosu_lonely_lead,
      further | modosu_padded_three | modosu_extreme_four,
      further | modosu_padded_three | modosu_too_large, high, high,
      modosu_lonely_lead, modosu_lonely_lead, modosu_lonely_lead, modosu_lonely_lead};
  typedef short shorts __attribute__((vector_size(16)));
  typedef unsigned char octets __attribute__((vector_size(16)));
  const modosu_bytes half = (modosu_bytes){} + 15;
  modosu_bytes wrong =
      __builtin_ia32_pshufb128(by_first_half, (modosu_bytes)((shorts)one >> 4) & half) &
      __builtin_ia32_pshufb128(by_second_half, one & half) &
      __builtin_ia32_pshufb128(by_next_half, (modosu_bytes)((shorts)here >> 4) & half);
  // Two bytes behind the first of three, and three behind the first of four, has to be what would be
  // wrong elsewhere.
  modosu_bytes explained =
      (modosu_bytes)((octets)two >= 0xE0) | (modosu_bytes)((octets)three >= 0xF0);
  return wrong ^ (explained & ((modosu_bytes){} + (char)-128));
}

// The same of sixteen bytes in memory that has three more before them.
__attribute__((target("sse4.2"))) static inline modosu_bytes modosu_wrong_text_at(
    const unsigned char *bytes, modosu_bytes *any) {
  const modosu_bytes here = *(const modosu_anywhere *)bytes;
  const modosu_bytes three = *(const modosu_anywhere *)(bytes - 3);
  *any |= here;
  if (__builtin_ia32_pmovmskb128(here | three) == 0) return (modosu_bytes){};
  return modosu_wrong_text(here, *(const modosu_anywhere *)(bytes - 1),
                           *(const modosu_anywhere *)(bytes - 2), three);
}

// 0 if they are not, 1 if they are ASCII, 2 if they are more.
__attribute__((target("sse4.2"))) static inline int modosu_kind_of_text(
    const unsigned char *bytes, unsigned long count) {
  modosu_bytes wrong = {}, any = {};
  if (count < 19) {
    // Zero bytes before and behind.
    unsigned char copy[3 + 32] = {0};
    __builtin_memcpy(copy + 3, bytes, count);
    wrong = modosu_wrong_text_at(copy + 3, &any) | modosu_wrong_text_at(copy + 19, &any);
  } else {
    unsigned char copy[3 + 16] = {0};
    __builtin_memcpy(copy + 3, bytes, 16);
    wrong = modosu_wrong_text_at(copy + 3, &any);
    for (unsigned long at = 16; at + 16 < count; at += 16) {
      wrong |= modosu_wrong_text_at(bytes + at, &any);
    }
    // Some of the last ones for the second time.
    wrong |= modosu_wrong_text_at(bytes + count - 16, &any);
  }
  if (__builtin_ia32_pmovmskb128(any) == 0) return 1;
  if (__builtin_ia32_pmovmskb128(wrong == (modosu_bytes){}) != 0xFFFF) return 0;
  // Whatever begins has to end.
  if (bytes[count - 1] >= 0xC0) return 0;
  if (count > 1 && bytes[count - 2] >= 0xE0) return 0;
  return count > 2 && bytes[count - 3] >= 0xF0 ? 0 : 2;
}
#else
static inline int modosu_kind_of_text(const unsigned char *bytes, unsigned long count) {
  return 0;
}
#endif
#endif
