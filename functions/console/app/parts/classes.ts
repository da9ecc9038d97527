import type { Tone } from "./basics.tsx";

/** The legal class of a system. */
export const classNames = {
  prohibited: "Prohibited",
  high_risk: "High risk",
  transparency: "Transparency",
  minimal: "Minimal",
  not_ai: "Not an AI system",
  unknown: "Unknown",
} as const;

export const classTones: Readonly<Record<keyof typeof classNames, Tone>> = {
  prohibited: "bad",
  high_risk: "warn",
  transparency: "wait",
  minimal: "sound",
  not_ai: "quiet",
  unknown: "quiet",
};

/** Whether anybody answers for the class. */
export const decisionStates = {
  proposed: "a proposal; nobody has confirmed it",
  confirmed: "confirmed",
  overridden: "overridden",
  reopened: "reopened: a new fact changed it",
} as const;
