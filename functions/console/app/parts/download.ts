import { csv } from "#shared/domain/text/csv.ts";
import { save } from "#shared/html/browser/save.ts";

const types: Readonly<Record<string, string>> = {
  csv: "text/csv",
  json: "application/json",
  pdf: "application/pdf",
};

/** Saves a text or a file through the browser's own download. @param name its ending says its type */
export function download(name: string, content: string | Blob): void {
  const type = types[name.split(".").at(-1) ?? ""] ?? "";
  save(name, new Blob([content], { type }));
}

type Cells<T> = Readonly<Record<string, (row: T) => string | null | undefined>>;

/** Rows as CSV, with the content of each column; missing content gives an empty cell. */
export const csvOfRows = <T>(rows: readonly T[], cells: Cells<T>): string =>
  csv([
    Object.keys(cells),
    ...rows.map((row) => Object.values(cells).map((cell) => cell(row) ?? "")),
  ]);
