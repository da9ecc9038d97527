import type { SystemsFile } from "#shared/domain/evidence/systems-file.ts";

export type SystemsAnswer = Omit<SystemsFile, "statement" | "evidence">;
export type SystemBlocker = SystemsAnswer["blockers"][number];
/** A system that the answer is about, as it is classified. */
export type System = SystemsAnswer["systems"][number];
/** A rule that a system's class rests on. */
export type SystemRule = System["rules"][number];

/** The systems as the statement's subject hashes them. Renewing a confirmation changes nothing. */
export const withoutTimes = <T extends { confirmed_at: string | null }>(
  systems: readonly T[],
): Omit<T, "confirmed_at">[] => systems.map(({ confirmed_at: _, ...rest }) => rest);
