import { DomainError } from "#shared/domain/errors.ts";
import { hashLines } from "#shared/domain/log/proof-text.ts";
import { countOf } from "#shared/domain/text/text.ts";
import { getLogCheckpoint } from "./get-log-checkpoint.ts";
import { proveConsistency } from "./prove.ts";

/**
 * The consistency proof from the tree of `from` leaves to the tree of `to` leaves, one hash per
 * line; no lines if one of them is empty or both have the same size.
 * @throws DomainError `validation_failed`, `not_found` beyond the newest checkpoint
 */
export async function getLogConsistency(from: number, to: number): Promise<string> {
  if (from > to) {
    throw new DomainError("validation_failed", "from must be the smaller tree.", {
      errors: [{ path: "from", message: "must not be larger than to" }],
    });
  }
  const { size } = (await getLogCheckpoint()).checkpoint;
  if (to > size)
    throw new DomainError(
      "not_found",
      `The newest checkpoint has ${countOf(size, "leaf", "leaves")}.`,
    );
  return hashLines(await proveConsistency(from, to));
}
