import { FRONT_REGION } from "./stage.ts";

/* Building blocks for the policies of a pipeline. */

export interface CiRole {
  stage: string;
  account: string;
  region: string;
  /** owner/name */
  repository: string;
  /** The job's environment in GitHub. Its reviewers decide who may deploy. */
  environment: string;
  /** Whether the account already has GitHub's identity provider. */
  hasProvider: boolean;
  /** Names of the secrets in the option `signIn`. */
  clientSecrets: readonly string[];
}

/** The stage's region, and the region of the front's firewall. */
export const regionsOf = ({ region }: Pick<CiRole, "region">): string[] => [
  ...new Set([region, FRONT_REGION]),
];

export const boundaryNameOf = (stage: string): string => `countersign-${stage}-boundary`;
export const clientSecretsPolicyNameOf = (stage: string): string =>
  `countersign-${stage}-client-secrets`;
export const executionPolicyNameOf = (stage: string): string => `countersign-${stage}-execution`;

export interface Statement {
  Sid: string;
  Effect: "Allow" | "Deny";
  Action: string[];
  Resource: string[];
  Condition?: object;
}

export const allow = (
  Sid: string,
  Action: string[],
  Resource: string[],
  Condition?: object,
): Statement => ({
  Sid,
  Effect: "Allow",
  Action,
  Resource,
  ...(Condition === undefined ? {} : { Condition }),
});

export const document = (Statement: Statement[]) => ({ Version: "2012-10-17", Statement });

/** Builds an ARN in the stage's account and region. */
export const arnIn =
  ({ account, region }: Pick<CiRole, "account" | "region">) =>
  (service: string, rest: string): string =>
    `arn:aws:${service}:${region}:${account}:${rest}`;
