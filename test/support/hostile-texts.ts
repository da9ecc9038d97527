/** Texts that an outsider may have written, each a different kind of attack. */
export const hostileTexts = {
  markup:
    "\"'><img src=x onerror=globalThis.hacked=1><script>globalThis.hacked=1</script>" +
    "<svg onload=globalThis.hacked=1></svg></textarea></title>{{constructor}}",
  /** Bidi controls, zero-width characters, a soft hyphen and a byte order mark between letters. */
  hidden: "a\u202Egnp.exe\u202C\u2066x\u2069\u200B\u200D\u2060\u00ADb\uFEFFc",
  /** One word without a line-break opportunity. */
  long: "Wxyz".repeat(75),
} as const;

/** Replaces an address. */
export const hostileAddress = "javascript:globalThis.hacked=1//https://example.com/";

/** All of these texts, as one field may contain them. */
export const hostileText = Object.values(hostileTexts).join(" ");

/** Characters that must not appear on a page, because a reader cannot see them. */
export const hiddenCharacters = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/;
