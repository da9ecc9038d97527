/*
 * Faults that the simulator has to find, one of each class, put into a copy of the functions' code: what
 * stands there, and what stands there instead.
 */

interface Planted {
  name: string;
  file: "functions.js" | "common.js";
  find: RegExp;
  put: string;
}

export const planted: readonly Planted[] = [
  {
    name: "a decision is written whatever has become of the request",
    file: "functions.js",
    find: /"review\.audit_head\.hash": /,
    put: '"review.id": ',
  },
];
