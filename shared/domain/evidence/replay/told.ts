import type { ChainedRow } from "../evidence-file.ts";
import type { Found } from "./world.ts";

/* How findings are printed: their names, then a sentence. */

export const nameOf = (row: ChainedRow): string => `${row.action} of ${row.created_at}`;

export const told = ({ name, row, detail }: Found): string =>
  row === null ? `${name}: ${detail}` : `${name}: ${nameOf(row)}: ${detail}`;
