import type { MailNews } from "#shared/domain/reviews/mail-transitions.ts";
import { insert, put } from "./item.ts";
import { getItem, getItems, type Item } from "./read.ts";
import { type Read, readOne } from "./read-together.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * MAILSTOP#<address> / META       why nothing more is mailed to that address, whoever has it
 * COUNSEL#<id> / MAIL#REMINDERS   the address that is not reminded; with another one, reminders begin anew
 * REMINDERS#<token hash> / META   the counsel and address whose reminders that link stops
 * MAILED#<message id> / <event>   that message's `mailed`, `bounced#permanent`, … was recorded
 */

export type StopReason = "bounced" | "complained";

/** Whether mail to a counsel's present address, or reminders of this counsel there, are stopped. */
export interface CounselMail {
  /** Why no more mail is sent to the address; null: mail is sent. */
  stopped: StopReason | null;
  /** Counsel asked for no more reminders. */
  reminders_stopped: boolean;
}

/** @param email lower-case, as counsel's record has it */
const stoppedKey = (email: string): Key => ({ pk: `MAILSTOP#${email}`, sk: "META" });

const remindersKey = (counselId: string): Key => ({
  pk: `COUNSEL#${counselId}`,
  sk: "MAIL#REMINDERS",
});

/** The mail state of the counsel's present address. */
export async function readCounselMail({
  id,
  email,
}: {
  id: string;
  email: string;
}): Promise<CounselMail> {
  const [stop, reminders] = await getItems([stoppedKey(email), remindersKey(id)]);
  return {
    stopped: stop ? (stop.reason as StopReason) : null,
    reminders_stopped: reminders?.email === email,
  };
}

/** The addresses among these to which no more mail is sent. */
export async function stoppedAmong(emails: readonly string[]): Promise<ReadonlySet<string>> {
  const unique = [...new Set(emails)];
  const stops = await getItems(unique.map(stoppedKey));
  return new Set(unique.filter((_, i) => stops[i] != null));
}

/**
 * Stops mail to an address, for every counsel who has it, now or later; belongs to the transaction of
 * the row that tells why.
 */
export const stopMail = (email: string, reason: StopReason): Action =>
  put({ ...stoppedKey(email), reason });

/** Stops reminders to an address. */
export const stopRemindersTo = (counselId: string, email: string): Action =>
  put({ ...remindersKey(counselId), email });

const stopKey = (tokenHash: string): Key => ({ pk: `REMINDERS#${tokenHash}`, sk: "META" });

/** Lets a link stop the reminders of a counsel's address. */
export const putStopLink = (tokenHash: string, counselId: string, email: string): Action =>
  put({ ...stopKey(tokenHash), stop: { counsel_id: counselId, email } });

/** The counsel whose reminders a link stops. */
export interface StopLink {
  counsel_id: string;
  /** The address that the link was mailed to. */
  email: string;
}

export const stopLinkRead = (tokenHash: string): Read<StopLink | null> =>
  readOne(stopKey(tokenHash), (item: Item) => item.stop as StopLink);

/**
 * What is recorded at most once for each message: that it was sent, or what SES reported. Each kind of
 * bounce counts by itself, because a permanent one may follow a transient one.
 */
type Recorded = { event: "mailed" } | MailNews;

const recordedKey = (messageKey: string, recorded: Recorded): Key => ({
  pk: `MAILED#${messageKey}`,
  sk: recorded.event === "bounced" ? `bounced#${recorded.kind}` : recorded.event,
});

/** Whether it was recorded that a message was sent. */
export const wasMailed = async (messageKey: string): Promise<boolean> =>
  (await getItem(recordedKey(messageKey, { event: "mailed" }))) !== null;

/** Fails if the same was recorded of a message before. */
export const firstOfItsKind = (messageKey: string, recorded: Recorded): Action =>
  insert({ ...recordedKey(messageKey, recorded) });
