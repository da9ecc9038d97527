/** Stages of one account share its default bus; each receives only messages of its own source. */
export const eventSourceOf = (stage: string): string => `countersign.${stage}`;
