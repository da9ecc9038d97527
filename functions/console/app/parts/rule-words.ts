import { areas, practices } from "#shared/domain/inventory/fact-values.ts";
import { line, titled, words } from "./format.ts";

/**
 * A rule that a gate names, for people who may not read rule books. Its provision and subject come from
 * its id and the words of the questions: `Annex III, point 4(a): Recruitment and selection`.
 */
export const ruleWords = (id: string): string => knownRule(id) ?? titled(words(line(lastOf(id))));

const lastOf = (id: string): string => id.slice(id.lastIndexOf(".") + 1);

/** The same; null if the id reveals nothing, as in one of the platform's own books. */
export function knownRule(id: string): string | null {
  const label = labelOf(lastOf(id));
  const place = placeOf(id.split(".").slice(0, -1));
  if (place === null) return label ?? null;
  return `${place}: ${label ?? titled(words(line(lastOf(id))))}`;
}

const labelOf = (value: string): string | undefined =>
  [...areas(), ...practices()].find(([known]) => known === value)?.[1];

/** `art5.1.f` as `Art. 5(1)(f)`; a second number counts subparagraphs, which its words name. */
function placeOf([act = "", first, second]: readonly string[]): string | null {
  const [, kind, number] = /^(art|annex)(\d{1,3}[a-z]?)$/.exec(act) ?? [];
  if (kind === undefined || (kind === "annex" && first === undefined)) return null;
  const letter = second !== undefined && /^[a-z]{1,2}$/.test(second) ? `(${second})` : "";
  if (kind === "annex") return `Annex ${number === "3" ? "III" : number}, point ${first}${letter}`;
  return `Art. ${number}${first === undefined ? "" : `(${first})`}${letter}`;
}
