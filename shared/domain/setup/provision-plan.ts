/** What the secret store says about an entry; null if it does not exist. */
export type StoredEntry = { currentVersion: string | null; changedAt: number } | null;

export type ProvisionPlan =
  | { do: "nothing"; versionId: string; status: "provisioned" | "already_provisioned" }
  | { do: "wait" }
  | { do: "create" }
  /** Written and not attached: by this call itself, or by an attempt that stopped there. */
  | { do: "attach"; versionId: string; status: "provisioned" | "recovered" };

/** A write younger than this may belong to a call that is about to attach it. */
const UNDER_WAY_MS = 5000;

/**
 * What provisioning has to do, from what is really there: the version that is attached and the
 * version that the store calls current.
 * @param now milliseconds since the epoch
 * @param mayWait false once the call has waited for another one long enough
 * @param written the version that this very call wrote, null for none: whoever attached it, the
 *   call
 *   that made the secret answers `provisioned`, so that of several first calls exactly one does
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
