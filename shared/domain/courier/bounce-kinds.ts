/**
 * `permanent`, `transient` and `undetermined` are SES's words; `rejected`: SES refused the mail;
 * `given_up`: it took none of the attempts.
 */
export const bounceKinds = [
  "permanent",
  "transient",
  "undetermined",
  "rejected",
  "given_up",
] as const;
export type BounceKind = (typeof bounceKinds)[number];
