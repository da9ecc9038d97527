import { RETIRED_KEYS_KEPT_MS } from "#shared/domain/clearance/statement-key.ts";
import type { Asked } from "./asked.ts";
import { byId, compared, type Difference, dated, type Members } from "./difference.ts";

/* What signs: the published keys of clearance statements, and since when decisions have their secret. */

const DECISION_SECRET = "counsel-review-hmac-secret";

export async function compareKeys(asked: Asked): Promise<Difference[]> {
  return [...(await compareClearanceKeys(asked)), ...(await compareDecisionSecret(asked))];
}

/** Each key's retirement is the row of its successor. It may be missing once it need not be kept. */
async function compareClearanceKeys({ service, world }: Asked): Promise<Difference[]> {
  const { keys } = (await service.get("/clearance/keys")) as { keys: Members[] };
  const listed = byId(keys, "kid");
  const rows = world.find("clearance_key", "clearance-key")?.rows.map(({ row }) => row) ?? [];
  const keptFrom = Date.parse(rows.at(-1)?.created_at ?? "") - RETIRED_KEYS_KEPT_MS;
  const meant = new Map<string, Members>();
  for (const [i, { context }] of rows.entries()) {
    const kid = String(context.kid);
    const retired_at = rows[i + 1]?.created_at ?? null;
    const isKept = retired_at === null || Date.parse(retired_at) > keptFrom;
    if (isKept || listed.has(kid)) meant.set(kid, { retired_at });
  }
  const said = new Map(
    [...listed].map(([kid, { retired_at = null }]) => [
      kid,
      dated({ retired_at }, "retired_at", meant.get(kid)),
    ]),
  );
  return compared("clearance_key", said, meant);
}

/** Only its signatures show which secret it is. */
async function compareDecisionSecret({ service, world }: Asked): Promise<Difference[]> {
  const newest = world.find("platform_secret", DECISION_SECRET)?.rows.at(-1)?.row;
  if (newest === undefined) return [];
  const { rows } = (await service.get("/admin/setup/checklist")) as { rows: Members[] };
  const updated_at = byId(rows).get("counsel_review_hmac_secret")?.updated_at;
  const meant = { updated_at: newest.created_at };
  const said = dated({ updated_at }, "updated_at", meant);
  return compared(
    "platform_secret",
    new Map([[DECISION_SECRET, said]]),
    new Map([[DECISION_SECRET, meant]]),
  );
}
