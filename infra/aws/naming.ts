/**
 * Names of a stage's resources, known in advance so that stacks need no references to each other.
 */
export const stackName = (stage: string, part: string): string => `Countersign-${stage}-${part}`;

export const tableNameOf = (stage: string): string => `countersign-${stage}`;

/** At most 64 characters, Lambda's limit. */
export const functionNameOf = (stage: string, operation: string): string =>
  `countersign-${stage}-${operation}`;

/** Entries of the secret store carry the stage in front, so that stages can share an account. */
export const secretPrefixOf = (stage: string): string => `countersign/${stage}/`;

export const logGroupOf = (stage: string, operation: string): string =>
  `/countersign/${stage}/functions/${operation}`;

/** Under which the Api stack tells the others the id of the API. */
export const apiIdExportOf = (stage: string): string => `countersign-${stage}-api-id`;

/** Lines that hold links are kept apart, so that reading logs does not mean reading links. */
export const linkLogGroupOf = (stage: string, operation: string): string =>
  `/countersign/${stage}/links/${operation}`;

export const deadLetterQueueOf = (stage: string, operation: string): string =>
  `countersign-${stage}-${operation}-dead`;
