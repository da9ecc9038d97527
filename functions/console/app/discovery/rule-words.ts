import { areas, practices } from "#shared/domain/inventory/fact-values.ts";
import { line, titled, words } from "../parts/format.ts";

/**
 * A rule that a gate names, for people who may not read rule books: where it stands and what it is
 * about, as its id and the words of the questions tell: `Annex III, point 4(a): Recruitment and
 * selection`.
 */
export function ruleWords(id: string): string {
  const parts = id.split(".");
  const last = parts.at(-1) ?? "";
  const about = labelOf(last) ?? titled(words(line(last)));
  const place = placeOf(parts.slice(0, -1));
  return place === null ? about : `${place}: ${about}`;
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
