import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** DynamoDB capacity units that one request or job consumes. */
export interface Units {
  reads: number;
  writes: number;
}

/**
 * The bench's figures that the costs are computed from. A run of the bench for the docs renews the rows
 * that are in this file.
 */
export const measuredFile = fileURLToPath(new URL("./measured.json", import.meta.url));

/** The rows of these figures by name: value and baseline, as texts with their units. */
type Figures = Readonly<Record<string, readonly string[]>>;

/** The bench's measurements as numbers. */
export interface MeasuredCosts {
  /** @param name as in the section "DynamoDB per endpoint" @param otherwise if not measured yet */
  units(name: string, otherwise?: Units): Units;
  /** Write units of a source-host delivery, including its run. */
  deliveryWrites: number;
  /** KB that a source-host delivery stores permanently. */
  deliveryKilobytes: number;
  /** The part of it in the table itself (without indexes), which point-in-time recovery bills. */
  deliveryTableKilobytes: number;
}

/** @throws Error that names a missing row */
export function measuredCosts(
  figures: Figures = JSON.parse(readFileSync(measuredFile, "utf8")) as Figures,
): MeasuredCosts {
  const textOf = (name: string, column = 0): string => {
    const row = Object.hasOwn(figures, name) ? figures[name] : undefined;
    if (row === undefined) throw new Error(`infra/costs/measured.json has no row "${name}".`);
    return row[column] ?? "";
  };
  const delivery = (name: string, column?: number): number =>
    Number.parseFloat(textOf(`a delivery on average: ${name}`, column));
  return {
    units: (name, otherwise) => {
      if (otherwise !== undefined && !Object.hasOwn(figures, name)) return otherwise;
      const [, reads, writes] = /(?:^|\s)([\d.]{1,9}) r, ([\d.]{1,9}) w$/.exec(textOf(name)) ?? [];
      if (reads === undefined) throw new Error(`The row "${name}" names no units.`);
      return { reads: Number(reads), writes: Number(writes) };
    },
    deliveryWrites: delivery("written"),
    deliveryKilobytes: delivery("kept for good"),
    deliveryTableKilobytes: delivery("kept for good", 1),
  };
}
