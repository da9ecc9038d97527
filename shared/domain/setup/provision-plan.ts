/** What the secret store says about an entry; null if it does not exist. */
export type StoredEntry = { currentVersion: string | null; changedAt: number } | null;

export type ProvisionPlan =
  | { do: "nothing"; versionId: string; status: "provisioned" | "already_provisioned" }
  | { do: "wait" }
  | { do: "create" }
  /** Written but not attached, by this call or by an interrupted attempt. */
  | { do: "attach"; versionId: string; status: "provisioned" | "recovered" };

/** A more recent write may belong to a concurrent call that is about to attach it. */
const UNDER_WAY_MS = 5000;

/**
 * What provisioning has to do, based on the attached version and the store's current version.
 * @param now milliseconds since the epoch
 * @param mayWait false once the call has waited for another one long enough
 * @param written the version that this call wrote, or null; the call that created the secret
 *   returns `provisioned` whoever attached it, so that exactly one of several first calls does
 */
export function planProvision(
  attached: string | null,
  entry: StoredEntry,
  now: number,
  mayWait: boolean,
  written: string | null,
): ProvisionPlan {
  if (entry === null || entry.currentVersion === null) return { do: "create" };
  const { currentVersion, changedAt } = entry;
  const isOwn = currentVersion === written;
  if (attached === currentVersion) {
    const status = isOwn ? "provisioned" : "already_provisioned";
    return { do: "nothing", versionId: currentVersion, status };
  }
  if (isOwn) return { do: "attach", versionId: currentVersion, status: "provisioned" };
  if (mayWait && now - changedAt < UNDER_WAY_MS) return { do: "wait" };
  return { do: "attach", versionId: currentVersion, status: "recovered" };
}
