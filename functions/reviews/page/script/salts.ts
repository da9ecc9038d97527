import { charactersIn } from "#shared/domain/text/text.ts";
import { hex } from "./format.ts";

/* Each text is signed as a commitment: its hash with 16 random bytes, so nobody can guess it. */

/** Counsel's own words, as they are sent. */
interface Said {
  comment?: string | null | undefined;
  rule_verdicts?:
    | readonly {
        text?: string | null | undefined;
        suggestions?: readonly { text: string }[] | undefined;
      }[]
    | undefined;
}

const draw = (): string => hex(crypto.getRandomValues(new Uint8Array(16)).buffer);

/** A salt for each text, by the text's path in the signed document. */
export function saltsFor({ comment, rule_verdicts = [] }: Said): Record<string, string> {
  const paths = rule_verdicts.flatMap(({ text, suggestions = [] }, i) => [
    ...(text ? [`rule_verdicts.${i}.text`] : []),
    ...suggestions.map((_, n) => `rule_verdicts.${i}.suggestions.${n}.text`),
  ]);
  if (comment) paths.push("decision_comment");
  return Object.fromEntries(paths.map((path) => [path, draw()]));
}

/** The commitment to a text that a passkey signs. */
export async function committed(text: string, salt = "") {
  const bytes = new TextEncoder().encode(text);
  const salted = new Uint8Array([...unhex(salt), ...bytes]);
  const sha256 = hex(await crypto.subtle.digest("SHA-256", salted));
  return { sha256, length: charactersIn(text) };
}

const unhex = (text: string): number[] =>
  (text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
