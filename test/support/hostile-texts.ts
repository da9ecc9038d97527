/** Texts that somebody outside may have written, each an attack of its own kind. */
export const hostileTexts = {
  markup:
    "\"'><img src=x onerror=globalThis.hacked=1><script>globalThis.hacked=1</script>" +
    "<svg onload=globalThis.hacked=1></svg></textarea></title>{{constructor}}",
  /** Bidi controls, zero-width characters, a soft hyphen and a byte order mark between letters. */
  hidden: "a\u202Egnp.exe\u202C\u2066x\u2069\u200B\u200D\u2060\u00ADb\uFEFFc",
  /** One word with no place to break it. */
  long: "Wxyz".repeat(75),
} as const;

/** Replaces an address. */
export const hostileAddress = "javascript:globalThis.hacked=1//https://example.com/";

/** All of them, as one field may hold them. */
export const hostileText = Object.values(hostileTexts).join(" ");

/** What must not be on a page: characters that a reader does not see. */
export const hiddenCharacters = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/;
