/**
 * The event source of a stage's messages on the account's default bus. Stages in one account share
 * that bus; the source lets each receive only its own messages.
 */
export const eventSourceOf = (stage: string): string => `countersign.${stage}`;
