import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { ownNote } from "#shared/domain/log/signed-note.ts";
import { isNewerThan } from "./check-log.ts";
import { type Finding, finding } from "./findings.ts";
import { storedLog } from "./log-material.ts";
import type { TableContents } from "./read-table.ts";

/** How many anchors are read concurrently. */
const AT_ONCE = 16;

/** The anchored checkpoints, wherever they are stored. */
export interface Anchors {
  sizes(): Promise<number[]>;
  read(size: number): Promise<string | null>;
}

interface AnchorsChecked {
  findings: Finding[];
  /** The number of anchors compared. */
  count: number;
  /** Size of the largest anchor; -1 if there is none. */
  largest: number;
}

/**
 * Compares every checkpoint with its anchor, and every anchor with the checkpoints. For anchors
 * made after the point in time, the checkpoint is in the live table.
 */
export async function checkAnchors(
  anchors: Anchors,
  restored: TableContents,
  live: TableContents,
  at: string,
): Promise<AnchorsChecked> {
  const sizes = await anchors.sizes();
  const { checkpoints } = storedLog(restored);
  const notes = new Map(checkpoints.map(({ size, note }) => [size, ownNote(note)]));
  const newer = new Map(
    storedLog(live)
      .checkpoints.filter(isNewerThan(at))
      .map(({ size, note }) => [size, ownNote(note)]),
  );
  const findings: Finding[] = [];
  await eachBounded(sizes, AT_ONCE, async (size) => {
    const anchored = await anchors.read(size);
    const expected = notes.get(size) ?? newer.get(size);
    if (expected === undefined) {
      const text = `The checkpoint of size ${size} is anchored but not in the table.`;
      findings.push(finding("log_cut", text));
    } else if (anchored !== expected) {
      const text = `A different checkpoint of size ${size} is anchored: there are two histories.`;
      findings.push(finding("anchor_differs", text));
    }
  });
  const anchored = new Set(sizes);
  for (const { size } of checkpoints) {
    if (anchored.has(size)) continue;
    findings.push(finding("anchor_differs", `The checkpoint of size ${size} has no anchor.`));
  }
  return { findings, count: sizes.length, largest: sizes.at(-1) ?? -1 };
}
