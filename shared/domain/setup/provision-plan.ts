/** What the secret store says of an entry; null: there is none. */
export type StoredEntry = { currentVersion: string | null; changedAt: number } | null;

export type ProvisionPlan =
  | { do: "nothing"; versionId: string }
  | { do: "wait" }
  | { do: "create" }
  /** An earlier attempt stopped after its write to the secret store. */
  | { do: "recover"; versionId: string };

/** A write younger than this may belong to a call that is about to attach it. */
const UNDER_WAY_MS = 5000;

/**
 * What provisioning has to do, from what is really there: the version that is attached and the
 * version that the store calls current.
 * @param now milliseconds since the epoch
 * @param mayWait false once the call has waited for another one long enough
 */
export function planProvision(
  attached: string | null,
  entry: StoredEntry,
  now: number,
  mayWait: boolean,
): ProvisionPlan {
  if (entry === null || entry.currentVersion === null) return { do: "create" };
  const { currentVersion, changedAt } = entry;
  if (attached === currentVersion) return { do: "nothing", versionId: currentVersion };
  if (mayWait && now - changedAt < UNDER_WAY_MS) return { do: "wait" };
  return { do: "recover", versionId: currentVersion };
}
