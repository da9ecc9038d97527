import type { Item } from "./read.ts";
import type { Key } from "./table-schema.ts";

/*
 * DEPLOYMENT / CURRENT: the secrets attached to this deployment, its flags and its revision; what
 * a redeployment would be elsewhere is a change of this item here.
 */
export const deploymentKey: Key = { pk: "DEPLOYMENT", sk: "CURRENT" };

export interface Deployment {
  /** Counts the changes; every change bumps it once. */
  revision: number;
  /** Secret-store entry → the version that is attached. */
  secrets: Readonly<Record<string, { version_id: string }>>;
}

export const deploymentOf = (item: Item | null): Deployment =>
  item === null ? { revision: 0, secrets: {} } : (item.deployment as Deployment);

export const attachedVersion = (deployment: Deployment, secret: string): string | null =>
  deployment.secrets[secret]?.version_id ?? null;
