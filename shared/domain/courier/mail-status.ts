/**
 * The state of the newest mail about a review: promised, taken by the provider, taken by counsel's mail
 * server, not delivered this time, refused for good, or reported as unwanted.
 */
export const mailStatuses = [
  "queued",
  "sent",
  "delivered",
  "undelivered",
  "bounced",
  "complained",
] as const;
export type MailStatus = (typeof mailStatuses)[number];

export interface MailState {
  status: MailStatus;
  /** ISO 8601 UTC. */
  at: string;
}

/** Whether the request gets no more mail, because one bounced or drew a complaint. */
export const isMailDead = (mail: MailState | null): boolean =>
  mail?.status === "bounced" || mail?.status === "complained";

/** Whether a mail is still on its way to its provider, or has not arrived. */
export const isMailOpen = (mail: MailState | null): mail is MailState =>
  mail !== null && mail.status !== "sent" && mail.status !== "delivered";

const order: Readonly<Record<MailStatus, number>> = {
  queued: 0,
  sent: 1,
  delivered: 2,
  undelivered: 2,
  bounced: 3,
  complained: 4,
};

/** Whether news of one message goes beyond what is known. Events arrive in any order. */
export const saysMore = (news: MailStatus, known: MailStatus): boolean =>
  order[news] > order[known];

/**
 * `permanent`, `transient` and `undetermined` are SES's words; `rejected`: SES refused the mail;
 * `given_up`: SES accepted none of the attempts.
 */
export const bounceKinds = [
  "permanent",
  "transient",
  "undetermined",
  "rejected",
  "given_up",
] as const;
export type BounceKind = (typeof bounceKinds)[number];
