import type { CredentialName } from "./credentials.ts";
import type { Deployment } from "./deployment.ts";

type RowStatus = "not_set" | "provisioned" | "uses_dev_default";

export interface RowAction {
  method: "POST";
  path: string;
}

/** What a row shows of the state that it found. */
export interface RowState {
  status: RowStatus;
  /** A sentence: what is so, and what to do next. */
  detail: string;
  /** The calls that do it; empty where a setting of the deployment has to be set. */
  actions: RowAction[];
  updated_at: string | null;
  /** Further members of this row. */
  more?: Readonly<Record<string, unknown>>;
}

/** What is really there: settings, deployment item, secret store. Nothing else decides a status. */
export interface SetupFacts {
  /** ISO 8601 UTC. */
  now: string;
  /** Stage local or test, where development defaults are accepted. */
  development: boolean;
  deployment: Deployment;
  /** Value of a setting; undefined for one that is absent or empty. */
  setting: (name: string) => string | undefined;
  /**
   * Credential → when it was last changed (ISO 8601 UTC; null: not known); absent: it is not set.
   * Their values are not read.
   */
  credentials: ReadonlyMap<CredentialName, string | null>;
  baseUrl: string;
  appUrl: string;
  issuerUrl: string;
  tokenUrl: string | undefined;
  isFederated: boolean;
  /** Secret-store entry → whether it exists and is not being deleted. */
  stored: Readonly<Record<string, boolean>>;
}

/** Where a setting is given; docs/operations.md says the same. */
export const WHERE =
  "(environment of the local run; deployed: an option of the stage, a credential by its entry of the secret store)";

export interface RowRule {
  id: string;
  title: string;
  state: (facts: SetupFacts) => RowState;
}
