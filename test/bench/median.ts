/** The middle of the values (the lower of two). @throws RangeError for none */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
  if (middle === undefined) throw new RangeError("There is no median of nothing.");
  return middle;
}
