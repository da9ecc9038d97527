/** The median; of an even count, the lower middle value. @throws RangeError for no values */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
  if (middle === undefined) throw new RangeError("There is no median of nothing.");
  return middle;
}
