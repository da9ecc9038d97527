import type { Ground } from "./ground.ts";
import type { Judge, Target } from "./judges.ts";

/** What came of carrying an attack out. */
interface Outcome {
  /** What the service's doors answered to whoever attacked; left out: none was tried. */
  door?: string;
  /** Whether the sequencer runs although nothing was planted for it. */
  sequenced?: boolean;
  /** null: there is no file of it, and only the watcher looks. */
  target: Target | null;
}

/** An attack on a running system by whoever holds its table, the HMAC secret and admin rights. */
export interface Attack {
  /** As evidence-attacks.md counts them, or `own`. */
  of: string;
  /** What is done, as docs/attacks.md says it. */
  what: string;
  run(ground: Ground): Promise<Outcome>;
  /** Who has to find it, and by what name. */
  must: readonly [Judge | "door" | "sequencer", RegExp];
}

/** One after which the log has another leaf, which nothing takes back. */
export type LastingAttack = Attack & { lasts: true };

/** An attack on what the service keeps beside its rows: only its item differs, so many stand at once. */
export interface RecordAttack {
  of: string;
  what: string;
  run(ground: Ground): Promise<Target | null>;
  /** The watcher's line, without the ids. */
  found: RegExp;
}
