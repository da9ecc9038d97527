import type { FunctionUnit } from "#infra/functions.ts";

/** Names of a stage's resources, which are fixed so that stacks need no references to others. */
export const stackName = (stage: string, part: string): string => `Countersign-${stage}-${part}`;

export const tableNameOf = (stage: string): string => `countersign-${stage}`;

/** The bucket for the evidence log's anchors, unless an option names one in another account. */
export const anchorsBucketNameOf = (stage: string, account: string, region: string): string =>
  `countersign-${stage}-anchors-${account}-${region}`;

/** At most 64 characters, Lambda's limit. */
export const functionNameOf = (stage: string, operation: string): string =>
  `countersign-${stage}-${operation}`;

/** Secret-store entries start with the stage's name, so that stages can share an account. */
export const secretPrefixOf = (stage: string): string => `countersign/${stage}/`;

/** The log groups of all functions begin with this, except those whose lines contain links. */
export const functionLogsOf = (stage: string): string => `/countersign/${stage}/functions/`;

/** The name under which the Api stack exports the API's id to the others. */
export const apiIdExportOf = (stage: string): string => `countersign-${stage}-api-id`;

/**
 * A function's log group. Lines with links are in groups of their own, so access to logs does not mean
 * access to links.
 */
export const logGroupOf = (
  stage: string,
  { id, logsLinks }: Pick<FunctionUnit, "id" | "logsLinks">,
): string => `${logsLinks ? `/countersign/${stage}/links/` : functionLogsOf(stage)}${id}`;

export const deadLetterQueueOf = (stage: string, operation: string): string =>
  `countersign-${stage}-${operation}-dead`;

/** The configuration set for sending mails. Its events go to the default bus. */
export const configurationSetOf = (stage: string): string => `countersign-${stage}`;

/** The entry with the secret by which the API recognises its own CloudFront distribution. */
export const frontSecretOf = (stage: string): string => `${secretPrefixOf(stage)}front-secret`;

/** The key that encrypts counsel's links in the outbox. */
export const linkKeyAliasOf = (stage: string): string => `alias/countersign-${stage}-links`;
