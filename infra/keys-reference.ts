import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { entities } from "#shared/store/entities.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const head = `# Keys and indexes of the table

\`npm run keys\` writes this page from the comments in \`shared/store\`. There is one table, with the partition key
\`pk\`, the sort key \`sk\` and the time to live \`ttl\`. It has five indexes, \`gsi1\` to \`gsi5\`, each with its own
\`gsi<n>pk\` and \`gsi<n>sk\` and all attributes. What an index lists depends on the kind of item. Audit rows have
four indexes of their own, \`audit1\` to \`audit4\`, which contain the row without its signature. This page shows a
key as \`pk / sk\`; angle brackets stand for values.

## Every kind of item

This table comes from the registry in \`shared/store/entities.ts\`, which the restore drill reads too.

- *Derived*: the item follows from other items, and can be written anew from them.
- *Leaves*: the item can belong to a tenant. It is then in the tenant's export, and is deleted when the tenant is
  removed.
- *Restore drill*: \`demanded\` means that rows or other items demand the item; \`compared\` that a row must explain
  every change since; \`proven\` that the log's signatures prove the item; \`machinery\` that the item changes without
  rows and is only counted.

`;

const columns = [
  "Key",
  "File",
  "Kept",
  "Derived",
  "Leaves",
  "Restore drill",
  "What it says of people",
];

export const tableOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `| ${cells.join(" | ")} |\n`).join("");

/** The registry as a table. */
const registry = (): string =>
  tableOf([
    columns,
    columns.map(() => "---"),
    ...entities.map(({ key, file, kept, derived, ofTenant, drill, personal }) => [
      ...[`\`${key}\``, file, kept, derived ? "yes" : "", ofTenant ? "yes" : "", drill],
      personal ?? "",
    ]),
  ]);

/** The comment of a file that names keys; null if it names none. */
function keysIn(source: string): string | null {
  const comments = [...source.matchAll(/^\/\*\n((?: \*.*\n)+?) \*\/|^\/\* (.*) \*\/$/gm)];
  const naming = comments.find(([text]) => /[A-Z_]{3}(?:#|:| \/)|gsi\d|one partition/.test(text));
  if (naming === undefined) return null;
  const [, lines, single] = naming;
  return (single ?? lines?.replaceAll(/^ \* ?/gm, "") ?? "").trim();
}

/** The text of docs/keys.md: what the files of shared/store state about their keys. */
export function keysDocument(): string {
  const folder = `${root}shared/store/`;
  const sections = readdirSync(folder)
    .toSorted()
    .flatMap((file) => {
      const keys = keysIn(readFileSync(folder + file, "utf8"));
      return keys === null ? [] : [`\n## ${file}\n\n\`\`\`text\n${keys}\n\`\`\`\n`];
    });
  return head + registry() + sections.join("");
}
