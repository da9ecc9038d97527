import { visible } from "#shared/domain/text/text.ts";
import { line, titled, words } from "../parts/format.ts";
import { type Columns, Table } from "../parts/table.tsx";
import type { Classification } from "./class.tsx";
import { t } from "./texts.ts";

type Name = keyof Classification["facts"];
interface Row {
  name: Name;
  fact: Classification["facts"][Name];
}

const isCode = /^[a-z]+(?:_[a-z]+)+$/;

/** A fact's value in words. */
function valueText(value: Row["fact"]["value"]): string {
  if (value === null) return t.unknownFact;
  if (typeof value === "boolean") return value ? t.yes : t.no;
  if (typeof value === "string") return isCode.test(value) ? words(value) : visible(value);
  return value.length === 0 ? t.none : value.map((one) => words(line(one))).join(", ");
}

/** Every fact, with the artifact's words from which it follows. */
export const FactTable = ({ of }: { of: Classification }) => (
  <section>
    <h2>{t.facts}</h2>
    <p class="hint">{t.factsHint}</p>
    <Table
      name={t.facts}
      columns={columns}
      rows={(Object.keys(of.facts) as Name[]).map((name) => ({ name, fact: of.facts[name] }))}
      keyOf={({ name }) => name}
    />
  </section>
);

const factNames: Readonly<Record<string, string>> = t.factNames;

const columns: Columns<Row> = [
  [
    t.factColumns.fact,
    ({ name }) => (Object.hasOwn(factNames, name) ? factNames[name] : titled(words(name))),
  ],
  [
    t.factColumns.value,
    ({ fact }) => <span class={fact.value === null ? "soft" : ""}>{valueText(fact.value)}</span>,
  ],
  [t.factColumns.quote, ({ fact }) => (fact.quote === null ? "" : <q>{visible(fact.quote)}</q>)],
  [
    t.factColumns.source,
    ({ fact }) => (
      <>
        {fact.source === null ? "" : t.sources[fact.source]}
        {fact.confidence !== null && <p class="soft fine">{t.confidence(fact.confidence)}</p>}
      </>
    ),
  ],
];
