import { LOG_KEY } from "#shared/domain/log/key-change.ts";
import type { ChainedRow } from "../evidence-file.ts";
import { isItsHash } from "./chain.ts";
import { everyLife } from "./every-life.ts";
import { replay } from "./replay.ts";
import type { FindingName, Kind } from "./world.ts";

/*
 * What the sequencer asks the replay: whether the service would have written the waiting rows, after
 * the rows that the log has and together with those that the waiting rows name.
 */

interface Named {
  type: Kind;
  id: string;
}

const seatsIn = (value: unknown): { review_id?: unknown }[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "object" && one !== null);

/** The resources whose rows the replay needs to judge these rows, each once. */
export function namedBy(rows: readonly ChainedRow[]): Named[] {
  const named = rows.flatMap(({ action, context }): [Kind, unknown][] => [
    ...(action === "rule_review.requested"
      ? ([["framework", context.framework_id]] as [Kind, unknown][])
      : []),
    ...(action === "platform.evidence_rows_key.rotated"
      ? ([["evidence_log_key", LOG_KEY]] as [Kind, unknown][])
      : []),
    ...(context.counsel_head !== undefined ||
    context.two_people !== undefined ||
    context.reason === "delegated"
      ? ([["counsel", context.counsel_id]] as [Kind, unknown][])
      : []),
    ["rule_review_request", context.delegated_from],
    ["review_panel", context.panel_id],
    ...[context.members, context.from, context.to]
      .flatMap(seatsIn)
      .map(({ review_id }): [Kind, unknown] => ["rule_review_request", review_id]),
  ]);
  const unique = new Map(named.map((one) => [one.join(" "), one]));
  return [...unique.values()].flatMap(([type, id]) =>
    typeof id === "string" ? [{ type, id }] : [],
  );
}

/** The rows, in order, that form a chain from the first on. Any other row does not belong to it. */
export function soundChain(rows: readonly ChainedRow[]): ChainedRow[] {
  const sound: ChainedRow[] = [];
  for (const row of rows) {
    const before = sound.at(-1)?.row_hash ?? null;
    if (row.prev_hash === before && isItsHash(row)) sound.push(row);
  }
  return sound;
}

/**
 * Why the service would not write these rows at that point, by their hashes.
 * @param rows a resource's rows up to the waiting ones, and those of the resources that these name
 */
export async function refusedIn(
  rows: readonly ChainedRow[],
  waiting: ReadonlySet<string>,
): Promise<ReadonlyMap<string, FindingName>> {
  const { found } = await replay(
    rows.map((row) => ({ row, leaf: null, writerFault: null })),
    everyLife,
  );
  return new Map(
    found
      .toReversed()
      .flatMap(({ row, name }) =>
        row !== null && waiting.has(row.row_hash) ? [[row.row_hash, name] as const] : [],
      ),
  );
}
