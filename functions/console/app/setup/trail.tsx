import { webhookRowId, webhookSecretNames } from "#shared/domain/setup/webhook-secrets.ts";
import { AuditTable } from "../parts/audit-table.tsx";
import { callAll, type Item, type Outcome } from "../shell/client.ts";
import type { Loaded } from "../shell/load.ts";
import { t } from "./texts.ts";

export type Change = Item<"listAudit">;

/** The audit trail's resource types for what the checklist sets up. */
const kinds = ["platform_secret", "evidence_log_key", "oidc_issuer", "idp_federation"] as const;
const MOST = 20;

/** The audit trail's resource id for each row that can be changed here. */
const resources: Readonly<Record<string, string>> = {
  counsel_review_hmac_secret: "counsel-review-hmac-secret",
  ...Object.fromEntries(webhookSecretNames.map((name) => [webhookRowId(name), name])),
  oidc_issuer_keypair: "oidc-issuer",
  idp_federated_identity: "idp-fic",
  sourcehost_app: "sourcehost-app-private-key",
};

/** All changes that people ever made here, newest first. There are only a few. */
export async function askTrail(): Promise<Outcome<Change[]>> {
  const outcomes = await Promise.all(
    kinds.map((resource_type) => callAll("listAudit", { query: { resource_type, order: "desc" } })),
  );
  const rows: Change[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind !== "done") return outcome;
    rows.push(...outcome.body);
  }
  return { kind: "done", body: rows.sort((a, b) => (a.created_at < b.created_at ? 1 : -1)) };
}

/** The last change to a row of the checklist. */
export const changeOf = (trail: readonly Change[], rowId: string): Change | undefined =>
  Object.hasOwn(resources, rowId)
    ? trail.find(({ resource_id }) => resource_id === resources[rowId])
    : undefined;

/** Who changed what on the platform, newest first. */
export function Trail({ of }: { of: Loaded<Change[]> }) {
  return (
    <section>
      <h2>{t.trail}</h2>
      <p class="hint">{t.trailHint}</p>
      <AuditTable
        of={of}
        rows={(of.data ?? []).slice(0, MOST)}
        empty={<p class="soft">{t.noTrail}</p>}
        name={t.trail}
      />
    </section>
  );
}
