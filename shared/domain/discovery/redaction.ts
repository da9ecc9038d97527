/** The replacement for a credential. */
const REDACTED = "[redacted]";

/** A run of this many of a secret's characters is hidden; shorter secrets must match in full. */
const TELLING = 12;
/** Anything shorter occurs in ordinary words. */
const SHORTEST_SECRET = 4;

/** Only this much of a text is searched, and at most this much is returned. */
const LONGEST = 65_536;

/** No upstream's credential is longer; a text cut at LONGEST may end inside one. */
const LONGEST_SECRET = 8192;

/** Prefixes that mark a credential even if the secret itself is not known. */
const tokenStarts = ["eyJ", "ya29.", "1//", "ghs_", "ghp_", "gho_", "ghu_", "github_pat_"] as const;
const BEARER = "bearer ";

/** A run at least this long is a credential, not a word. */
const SHORTEST_TOKEN = 8;

/**
 * An upstream's text without any credentials it may echo: the known secrets, whole or in part, even
 * if percent-encoded, escaped, or broken by blanks and line ends; and anything that starts like a
 * token. Each pass is linear in the text's length.
 */
export function redacted(text: string, secrets: readonly string[]): string {
  const looked = text.slice(0, LONGEST);
  const hidden = new Uint8Array(looked.length);
  hideSecrets(looked, secrets, hidden);
  hideTokens(looked, hidden);
  const end = text.length > LONGEST ? LONGEST - LONGEST_SECRET : looked.length;
  return withoutHidden(looked.slice(0, end), hidden);
}

function withoutHidden(text: string, hidden: Uint8Array): string {
  let shown = "";
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (hidden[at] !== 1) continue;
    shown += text.slice(from, at) + REDACTED;
    while (at < text.length && hidden[at] === 1) at += 1;
    from = at;
  }
  return shown + text.slice(from);
}

/** The significant characters, each with its start and end in the original text. */
interface Plain {
  characters: string;
  starts: number[];
  ends: number[];
}

function hideSecrets(text: string, secrets: readonly string[], hidden: Uint8Array): void {
  const plain = plainOf(text);
  for (const secret of secrets) {
    const { characters } = plainOf(secret.slice(0, LONGEST_SECRET));
    const size = Math.min(TELLING, characters.length);
    if (size < SHORTEST_SECRET) continue;
    const parts = new Set<string>();
    for (let at = 0; at + size <= characters.length; at += 1) {
      parts.add(characters.slice(at, at + size));
    }
    let hiddenUpTo = 0;
    for (let at = 0; at + size <= plain.characters.length; at += 1) {
      if (!parts.has(plain.characters.slice(at, at + size))) continue;
      const first = Math.max(at, hiddenUpTo);
      hidden.fill(1, plain.starts[first], plain.ends[at + size - 1]);
      hiddenUpTo = at + size;
    }
  }
}

/**
 * The text lower-cased and percent-decoded (repeatedly if need be), without blanks, line ends,
 * quotes, backslashes and invisible separators.
 */
function plainOf(text: string): Plain {
  const plain: Plain = { characters: "", starts: [], ends: [] };
  for (let at = 0; at < text.length; ) {
    const { character, end } = characterAt(text, at);
    if (!separators.has(character)) {
      plain.characters += character.toLowerCase();
      plain.starts.push(at);
      plain.ends.push(end);
    }
    at = end;
  }
  return plain;
}

const separators = new Set([" ", "\t", "\r", "\n", '"', "'", "\\", "\u200b", "\u00ad", "\ufeff"]);

function characterAt(text: string, at: number): { character: string; end: number } {
  if (text[at] !== "%") return { character: text[at] ?? "", end: at + 1 };
  let start = at + 1;
  // `%2541` is an encoded `%41`.
  while (text.startsWith("25", start) && isHex(text, start + 2)) start += 2;
  if (!isHex(text, start)) return { character: "%", end: at + 1 };
  const code = Number.parseInt(text.slice(start, start + 2), 16);
  return { character: String.fromCharCode(code), end: start + 2 };
}

const isHex = (text: string, at: number): boolean =>
  at + 2 <= text.length && hexDigits.has(text[at] ?? "") && hexDigits.has(text[at + 1] ?? "");
const hexDigits = new Set("0123456789abcdefABCDEF");

function hideTokens(text: string, hidden: Uint8Array): void {
  for (const start of tokenStarts) hideTokensAfter(text, text, start, 0, hidden);
  hideTokensAfter(text, asciiLower(text), BEARER, BEARER.length, hidden);
}

/** @param skipped number of prefix characters that stay visible */
function hideTokensAfter(
  text: string,
  searched: string,
  start: string,
  skipped: number,
  hidden: Uint8Array,
): void {
  for (let at = searched.indexOf(start); at !== -1; ) {
    const end = endOfToken(text, at + start.length);
    const isToken = end - at - skipped >= SHORTEST_TOKEN && !isInsideWord(text, at);
    if (isToken) hidden.fill(1, at + skipped, end);
    at = searched.indexOf(start, Math.max(end, at + 1));
  }
}

/** Lower-cases ASCII only: `toLowerCase` may change the length. */
const asciiLower = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function endOfToken(text: string, from: number): number {
  let end = from;
  while (end < text.length && tokenCharacters.has(text[end] ?? "")) end += 1;
  return end;
}

const tokenCharacters = new Set(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~+/=%",
);

const isInsideWord = (text: string, at: number): boolean =>
  at > 0 && wordCharacters.has(text[at - 1] ?? "");
const wordCharacters = new Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
