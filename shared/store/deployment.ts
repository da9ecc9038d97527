import { type Deployment, EMPTY_DEPLOYMENT } from "#shared/domain/setup/deployment.ts";
import { createAgedCache } from "#shared/platform/cache/aged-cache.ts";
import { is, isAbsent, put } from "./item.ts";
import { getItem, type Item } from "./read.ts";
import type { Read } from "./read-together.ts";
import type { Key } from "./table-schema.ts";
import { type Action, transact } from "./transact.ts";

/*
 * DEPLOYMENT / CURRENT: the secrets attached to this deployment, its flags, the issuer's record and
 * its revision. Changing this item takes the place of a redeployment.
 */

const deploymentKey: Key = { pk: "DEPLOYMENT", sk: "CURRENT" };

/** The deployment in the item. A deployment that was never changed has no item. */
const deploymentOf = (item: Item | null): Deployment => ({
  ...EMPTY_DEPLOYMENT,
  ...(item?.deployment as Partial<Deployment> | undefined),
});

export const deploymentRead: Read<Deployment> = {
  keys: [deploymentKey],
  from: ([item]) => deploymentOf(item ?? null),
};

/** The current deployment, strongly consistent. */
export const readDeployment = async (): Promise<Deployment> =>
  deploymentOf(await getItem(deploymentKey));

const cache = createAgedCache<Deployment>({ maxAgeMs: 30_000, mostKept: 1 });
const CURRENT = "current";

/**
 * The deployment, at most 30 s old, so that a change takes effect everywhere within 30 s.
 * @param now ISO 8601 UTC
 * @param suffices if false for the cached deployment (nothing provisioned yet), it is read again,
 * so that a first provisioning takes effect at once
 */
export async function cachedDeployment(
  now: string,
  suffices: (deployment: Deployment) => boolean = () => true,
): Promise<Deployment> {
  const at = Date.parse(now);
  const cached = cache.get(CURRENT, at);
  if (cached !== undefined && suffices(cached)) return cached;
  const deployment = await readDeployment();
  cache.set(CURRENT, deployment, at);
  return deployment;
}

/**
 * Replaces the deployment if it is still `before`; the revision goes up by one.
 * @param row the insert of the audit row
 * @param further actions of the same transaction
 * @returns the new deployment; null when someone else changed it in between
 */
export async function changeDeployment(
  before: Deployment,
  after: Deployment,
  row: readonly Action[],
  further: readonly Action[] = [],
): Promise<Deployment | null> {
  const deployment: Deployment = { ...after, revision: before.revision + 1 };
  const outcome = await transact({
    deployment: put(
      { ...deploymentKey, deployment },
      before.revision === 0 ? isAbsent("pk") : is({ "deployment.revision": before.revision }),
    ),
    row,
    further,
  });
  return outcome.committed ? deployment : null;
}
