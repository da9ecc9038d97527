/** A number as English has it: `5,000`. */
export const numberOf = (n: number): string => n.toLocaleString("en");

/** So many of something, in English: `1 rule`, `5,000 rules`. */
export const countOf = (n: number, one: string, many = `${one}s`): string =>
  `${numberOf(n)} ${n === 1 ? one : many}`;
