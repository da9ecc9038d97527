/** DynamoDB capacity units that one request or job consumes. */
export interface Units {
  reads: number;
  writes: number;
}

/** The bench's measurements, as recorded in docs/bench.md. */
export interface MeasuredCosts {
  /**
   * @param name the row's name in the section "DynamoDB per endpoint"
   * @param otherwise used if the report does not have that row yet
   */
  units(name: string, otherwise?: Units): Units;
  /** Write units of a source-host delivery, including its run. */
  deliveryWrites: number;
  /** KB that a source-host delivery stores permanently. */
  deliveryKilobytes: number;
  /** The part of that in the table itself (without indexes), which point-in-time recovery bills. */
  deliveryTableKilobytes: number;
}

/**
 * @param report the text of docs/bench.md
 * @throws Error that names a missing row
 */
export function measuredIn(report: string): MeasuredCosts {
  const textOf = (name: string, column = 2): string => {
    const row = report.split("\n").find((line) => line.startsWith(`| ${name} |`));
    if (row === undefined) throw new Error(`docs/bench.md has no row "${name}".`);
    return row.split("|")[column]?.trim() ?? "";
  };
  const delivery = (name: string, column?: number): number =>
    Number.parseFloat(textOf(`a delivery on average: ${name}`, column));
  return {
    units: (name, otherwise) => {
      if (otherwise !== undefined && !report.includes(`\n| ${name} |`)) return otherwise;
      const [, reads, writes] = /(?:^|\s)([\d.]{1,9}) r, ([\d.]{1,9}) w$/.exec(textOf(name)) ?? [];
      if (reads === undefined) throw new Error(`The row "${name}" names no units.`);
      return { reads: Number(reads), writes: Number(writes) };
    },
    deliveryWrites: delivery("written"),
    deliveryKilobytes: delivery("kept for good"),
    deliveryTableKilobytes: delivery("kept for good", 3),
  };
}
