/**
 * The text without any `character` at its end. A loop, because `/x+$/` takes quadratic time on a
 * long run of the character that is not at the end.
 */
export function withoutTrailing(character: string, text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
