import { drive, leastWithPackages, pastTheDoor, prepared, readingUnits } from "./cold.ts";
import { median } from "./measure.ts";
import { pick } from "./mode.ts";
import type { Row } from "./row.ts";

const ROUNDS = pick(5, 3);
const SHOWN = 10;
const PARTS = ["Node", "load", "first answer", "again"];

type Candidate = Awaited<ReturnType<typeof prepared>>["candidates"][number];

/** The parts of the first answer of the ten costliest functions, beside the packages alone. */
export async function splitRows(): Promise<Row[]> {
  const { baselines, candidates, close } = await prepared(
    readingUnits,
    pastTheDoor,
    async (folder) => [await leastWithPackages(folder)],
  );
  try {
    const parts = new Map<Candidate, number[][]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const each of [...baselines, ...candidates]) {
        const { said } = await drive<number[]>("./split-driver.cjs", each);
        parts.set(each, [...(parts.get(each) ?? []), said]);
      }
    }
    const split = (each: Candidate): number[] =>
      PARTS.map((_, part) => median((parts.get(each) ?? []).map((one) => one[part] ?? 0)));
    const [least] = baselines.map(split);
    return candidates
      .map((each) => rowOf(each.id, split(each), least ?? []))
      .sort((a, b) => b.ratio - a.ratio)
      .slice(0, SHOWN);
  } finally {
    await close();
  }
}

/** The sum up to the first answer. The repeated answer comes last: it is shown, but not counted. */
const untilAnswered = (split: readonly number[]): number =>
  split.slice(0, -1).reduce((sum, ms) => sum + ms, 0);

const textOf = (split: readonly number[]): string =>
  `${untilAnswered(split).toFixed(0)} ms: ${split.map((ms, i) => `${PARTS[i]} ${ms.toFixed(0)}`).join(", ")}`;

const rowOf = (name: string, own: readonly number[], least: readonly number[]): Row => ({
  name,
  value: textOf(own),
  baseline: textOf(least),
  ratio: untilAnswered(own) / untilAnswered(least),
});
