import type { Ground } from "./ground.ts";
import type { Judge, Target } from "./judges.ts";

/** The outcome of an attack. */
interface Outcome {
  /** What the service's doors answered to the attacker; left out: the attacker tried none. */
  door?: string;
  /** Whether the sequencer runs although nothing was planted for it. */
  sequenced?: boolean;
  /** null: the attack leaves no file to judge, and only the watcher looks. */
  target: Target | null;
}

/** An attack on a running system by a holder of its table, the HMAC secret and admin rights. */
export interface Attack {
  /** The attack's number in evidence-attacks.md, or `own`. */
  of: string;
  /** What the attacker does, as worded in docs/attacks.md. */
  what: string;
  run(ground: Ground): Promise<Outcome>;
  /** Who has to find the attack, and under what name. */
  must: readonly [Judge | "door" | "sequencer", RegExp];
}

/** An attack that adds a leaf to the log, which nothing takes back. */
export type LastingAttack = Attack & { lasts: true };

/** An attack on a record beside the rows. It changes only its own item, so many can coexist. */
export interface RecordAttack {
  of: string;
  what: string;
  run(ground: Ground): Promise<Target | null>;
  /** The watcher's line, without the ids. */
  found: RegExp;
}
