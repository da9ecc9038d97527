/**
 * The source under which a stage announces work on the account's default bus. Stages that share an
 * account share that bus: each hears its own announcements and no other's.
 */
export const eventSourceOf = (stage: string): string => `countersign.${stage}`;
