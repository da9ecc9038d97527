/** The result of one check, as a line. */
export interface Finding {
  /** `act`: somebody has to do something; `blind`: it could not be checked. */
  level: "act" | "blind" | "ok";
  what: string;
  says: string;
}

export const ok = (what: string, says: string): Finding => ({ level: "ok", what, says });
export const act = (what: string, says: string): Finding => ({ level: "act", what, says });

/** One check. It may return several lines, or none if it does not apply. */
export interface Look {
  what: string;
  look: () => Promise<Finding[]> | Finding[];
}

const order = { act: 0, blind: 1, ok: 2 };
const marks = { act: "ACT ", blind: "?   ", ok: "ok  " };

/** Runs all checks. A check that fails becomes a line with AWS's own words. */
export async function lookAt(looks: readonly Look[]): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { what, look } of looks) {
    try {
      found.push(...(await look()));
    } catch (error) {
      const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
      found.push({ level: "blind", what, says: `could not look: ${first.slice(0, 200)}` });
    }
  }
  return found.toSorted((a, b) => order[a.level] - order[b.level]);
}

export const lineOf = ({ level, what, says }: Finding): string =>
  `${marks[level]} ${what}: ${says}`;

/** 1: somebody has to act; 3: something could not be checked; 0: neither. */
export function exitCodeOf(found: readonly Finding[]): 0 | 1 | 3 {
  if (found.some(({ level }) => level === "act")) return 1;
  return found.some(({ level }) => level === "blind") ? 3 : 0;
}

const UNITS: [number, string][] = [
  [24 * 3600, "d"],
  [3600, "h"],
  [60, "min"],
];

/** `3 d`, `7 h`, `12 min`, `5 s`. */
export function ageText(seconds: number): string {
  const [size, unit] = UNITS.find(([size]) => seconds >= size * 2) ?? [1, "s"];
  return `${Math.max(0, Math.floor(seconds / size))} ${unit}`;
}

/** Seconds from one instant to another, both ISO 8601. */
export const secondsBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 1000;
