/**
 * The text without every `character` at its end. A loop, not `/x+$/`: that expression starts over at
 * each of a long run of such characters.
 */
export function withoutTrailing(character: string, text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
