import { type Personal, personalFields } from "#shared/domain/reviews/fields.ts";
import { entities } from "#shared/store/entities.ts";
import { tableOf } from "./keys-reference.ts";

const subjects: Readonly<Record<Personal, string>> = {
  counsel: "counsel",
  requester: "the person who asked for the review",
  words: "people about whom counsel or the requester wrote",
};

const items = (): string =>
  tableOf([
    ["Item", "What it says about people", "Kept"],
    ["---", "---", "---"],
    ...entities.flatMap(({ key, personal, kept }) =>
      personal === null ? [] : [[`\`${key}\``, personal, kept]],
    ),
  ]);

const fields = (): string =>
  tableOf([
    ["Field of a review", "Can name"],
    ["---", "---"],
    ...personalFields.map(([name, personal]) => [`\`${name}\``, subjects[personal]]),
  ]);

/** The tables of docs/data-protection.md, by the headings above them. */
const tables: Readonly<Record<string, () => string>> = {
  "### Stored items": items,
  "### Fields of a review": fields,
};

/** docs/data-protection.md with the tables that follow from the registry and the fields' table. */
export function dataProtectionDocument(text: string): string {
  return Object.entries(tables).reduce((whole, [heading, made]) => {
    const [before = "", rest] = whole.split(`${heading}\n`);
    if (rest === undefined) throw new Error(`docs/data-protection.md has no heading “${heading}”.`);
    const after = rest.slice(rest.search(/^#+ /m));
    return `${before}${heading}\n\n${made()}\n${after}`;
  }, text);
}
