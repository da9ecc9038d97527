import type { Asked } from "./asked.ts";
import { byId, compared, type Difference, dated, type Members } from "./difference.ts";

/* What signs: the published keys of clearance statements, and since when decisions have their secret. */

const DECISION_SECRET = "counsel-review-hmac-secret";

export async function compareKeys(asked: Asked): Promise<Difference[]> {
  return [...(await compareClearanceKeys(asked)), ...(await compareDecisionSecret(asked))];
}

/** A key is no longer published seven years after it was replaced. */
async function compareClearanceKeys({ service, world }: Asked): Promise<Difference[]> {
  const { keys } = (await service.get("/clearance/keys")) as { keys: Members[] };
  const life = world.find("clearance_key", "clearance-key")?.state ?? null;
  const said = new Map(
    [...byId(keys, "kid")].map(([kid, key]) => [kid, { signs: key.retired_at === undefined }]),
  );
  const meant = new Map<string, Members>(
    [...(life?.former ?? []), ...(life?.keys ?? [])]
      .filter((kid) => said.has(kid) || life?.keys.includes(kid))
      .map((kid) => [kid, { signs: life?.keys.includes(kid) === true }]),
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
