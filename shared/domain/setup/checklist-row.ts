import type { ConnectionKind } from "#shared/domain/connections/connection.ts";
import type { CredentialName } from "./credentials.ts";
import type { Deployment } from "./deployment.ts";

type RowStatus = "not_set" | "provisioned" | "uses_dev_default";

export interface RowAction {
  method: "POST";
  path: string;
}

/** The state that a row shows. */
export interface RowState {
  status: RowStatus;
  /** A sentence: the current state, and what to do next. */
  detail: string;
  /** The API calls that do it; empty if a deployment setting is needed instead. */
  actions: RowAction[];
  updated_at: string | null;
  /** Additional members of this row. */
  more?: Readonly<Record<string, unknown>>;
}

/**
 * The actual state of settings, deployment item and secret store. Statuses derive from nothing else.
 */
export interface SetupFacts {
  /** ISO 8601 UTC. */
  now: string;
  /** Stage local or test, where development defaults are accepted. */
  development: boolean;
  deployment: Deployment;
  /** Value of a setting; undefined if it is absent or empty. */
  setting: (name: string) => string | undefined;
  /** Credential → last change (ISO 8601 UTC; null: unknown); absent if not set. */
  credentials: ReadonlyMap<CredentialName, string | null>;
  baseUrl: string;
  appUrl: string;
  issuerUrl: string;
  tokenUrl: string | undefined;
  isFederated: boolean;
  /** Since when there is a key for clearance statements; null: there is none. */
  statementKeySince: string | null;
  /** The kinds of connections that exist. */
  connected: ReadonlySet<ConnectionKind>;
  /** Secret-store entry → the versions that can be read; none if it is scheduled for deletion. */
  stored: Readonly<Record<string, readonly string[]>>;
}

/** Where an operator makes settings; keep in line with docs/deploying.md. */
export const WHERE =
  "(environment of the local run; deployed: an option of the stage, a credential by its entry of the secret store)";

export interface RowRule {
  id: string;
  title: string;
  state: (facts: SetupFacts) => RowState;
}
