import type { Asked } from "./asked.ts";
import { byId, compared, type Difference, type Members } from "./difference.ts";

/* What signs: the published keys of clearance statements, and since when decisions have their secret. */

const DECISION_SECRET = "counsel-review-hmac-secret";

export async function compareKeys(asked: Asked): Promise<Difference[]> {
  return [...(await compareClearanceKeys(asked)), ...(await compareDecisionSecret(asked))];
}

/** Seven years after it was replaced a key is published no longer. */
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

/** A time may differ so much from that of the row which was written with it. */
const APART_MS = 120_000;

/** Which secret it is, only what it signed tells. */
async function compareDecisionSecret({ service, world }: Asked): Promise<Difference[]> {
  const newest = world.find("platform_secret", DECISION_SECRET)?.rows.at(-1)?.row;
  if (newest === undefined) return [];
  const { rows } = (await service.get("/admin/setup/checklist")) as { rows: Members[] };
  const row = byId(rows).get("counsel_review_hmac_secret");
  const apart = Math.abs(Date.parse(String(row?.updated_at)) - Date.parse(newest.created_at));
  if (apart <= APART_MS) return [];
  const said = new Map<string, Members>([[DECISION_SECRET, { updated_at: row?.updated_at }]]);
  const meant = new Map<string, Members>([[DECISION_SECRET, { updated_at: newest.created_at }]]);
  return compared("platform_secret", said, meant);
}
