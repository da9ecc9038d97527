/** Units of the table that one request or job takes. */
export interface Units {
  reads: number;
  writes: number;
}

/** The bench's measurements, as recorded in docs/bench.md. */
export interface MeasuredCosts {
  /**
   * @param name of the row in the section "DynamoDB per endpoint"
   * @param otherwise where the report does not have that row yet
   */
  units(name: string, otherwise?: Units): Units;
  /** Write units of a source-host delivery with its run. */
  deliveryWrites: number;
  /** KB that a source-host delivery leaves for good. */
  deliveryKilobytes: number;
  /** Of those, in the table itself: what recovery is paid for. */
  deliveryTableKilobytes: number;
}

/**
 * @param report the text of docs/bench.md
 * @throws Error that names a row which is not there
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
