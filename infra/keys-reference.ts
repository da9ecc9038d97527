import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { entities } from "#shared/store/entities.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const head = `# Keys and indexes of the table

Written by \`npm run keys\` from the comments in \`shared/store\`; a test holds it. There is one table:
partition key \`pk\`, sort key \`sk\`, time to live \`ttl\`, and five indexes, \`gsi1\` to \`gsi5\`, each with
its own \`gsi<n>pk\` and \`gsi<n>sk\` and all attributes. What an index lists depends on the kind of item.
Audit rows have four of their own, \`audit1\` to \`audit4\`, which hold the row without its signature.
A key is shown as \`pk / sk\`; angle brackets stand for values.

## Every kind of item

From the registry in \`shared/store/entities.ts\`, which the restore drill reads too. *Derived*: it follows from
other items and can be written anew. *Leaves*: it can be a tenant's, and goes with it. *Restore drill*: \`demanded\`, rows
or other items demand it; \`compared\`, a row must explain what changed since; \`proven\`, the log's signatures prove it;
\`machinery\`, it changes without rows and is only counted.

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
