import type { ComponentChildren } from "preact";
import { visible } from "#shared/domain/text/text.ts";
import { Facts } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import type { Artifact } from "./artifacts.ts";
import { t } from "./texts.ts";

/** Longer texts are cut at this length. */
const MAX_SHOWN = 20_000;
const MAX_ROWS = 500;

/** The artifact's own words, with marks on those from which a fact was read. */
export function MarkedDetails({ artifact }: { artifact: Artifact }) {
  const quotes = [
    ...new Set(
      Object.values(artifact.classification?.facts ?? {}).flatMap(({ quote }) => quote ?? []),
    ),
  ];
  const rows = [["name", artifact.name] as const, ...flat(artifact.details)].slice(0, MAX_ROWS);
  return (
    <section>
      <h2>{t.details}</h2>
      <p class="hint">{t.detailsHint}</p>
      <Facts
        rows={rows.map(([name, text]) => [
          <code>{line(name)}</code>,
          <div class="text">{marked(text.slice(0, MAX_SHOWN), quotes)}</div>,
        ])}
      />
    </section>
  );
}

/** Every value with the path of names that leads to it. */
function flat(details: Artifact["details"]): (readonly [string, string])[] {
  const rows: (readonly [string, string])[] = [];
  const open: [string, unknown][] = Object.entries(details).toReversed();
  for (let next = open.pop(); next !== undefined && rows.length < MAX_ROWS; next = open.pop()) {
    const [path, value] = next;
    if (typeof value === "object" && value !== null) {
      const inside = Object.entries(value).map(([name, member]): [string, unknown] => [
        `${path}.${name}`,
        member,
      ]);
      open.push(...inside.toReversed());
    } else rows.push([path, String(value)]);
  }
  return rows;
}

/** The text with each quote in a `mark`; quotes may overlap. */
function marked(text: string, quotes: readonly string[]): ComponentChildren[] {
  const isMarked = new Uint8Array(text.length);
  for (const quote of quotes) {
    for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + quote.length)) {
      isMarked.fill(1, at, at + quote.length);
    }
  }
  const parts: ComponentChildren[] = [];
  for (let from = 0; from < text.length; ) {
    let to = from;
    while (to < text.length && isMarked[to] === isMarked[from]) to += 1;
    const part = visible(text.slice(from, to));
    parts.push(isMarked[from] ? <mark key={from}>{part}</mark> : part);
    from = to;
  }
  return parts;
}
