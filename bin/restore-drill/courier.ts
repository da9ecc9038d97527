import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import { isMailDead } from "#shared/domain/courier/mail-status.ts";
import type { Message, MessageKind } from "#shared/domain/courier/message.ts";
import { panelEnds } from "#shared/domain/courier/panel-message.ts";
import {
  readReviewMessageId,
  remindersBefore,
  remindersOf,
  reviewMessage,
} from "#shared/domain/courier/review-message.ts";
import { endOfMember, isOpenPanel, type PanelRecord } from "#shared/domain/reviews/panel.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { keyOf } from "#shared/store/entities.ts";
import { shardOf } from "#shared/store/table-schema.ts";
import type { Item } from "../export/scan.ts";
import type { Demand } from "./demands.ts";
import { storedAs, type TableContents } from "./read-table.ts";

/*
 * The messages that wait in the courier's outbox. A message leaves it with a row in the trail, unless
 * nobody wants it any more. So an open request with an active counsel shows which messages must wait.
 */

const messageKey = ({ id, due_at }: Message): string =>
  keyOf("outboxMessage", `${shardOf(id)}`, due_at, id);

/** Messages that are neither waiting nor sent. */
export function missingMail(contents: TableContents): Demand[] {
  const told = whatRowsTell(contents);
  const wanted = [
    ...[...contents.reviews.values()]
      .filter((review) => isMailWanted(review, contents))
      .flatMap((review) =>
        promised(review, told, contents).map((message) => ({ message, of: `review ${review.id}` })),
      ),
    ...storedAs(contents, "panel").flatMap(({ key, item }) =>
      endsOf(item.panel as PanelRecord, contents).map((message) => ({ message, of: key })),
    ),
  ];
  return wanted
    .filter(({ message }) => !contents.messages.has(message.id))
    .map(({ message, of }) => ({ key: messageKey(message), because: of }));
}

/** The courier comes at each time at which members of an open panel run out of time. */
const endsOf = (panel: PanelRecord, { newest }: TableContents): Message[] =>
  (isOpenPanel(panel) ? panel.members : [])
    .filter(({ status }) => status === "pending")
    .map((member) => panelEnds(panel.id, endOfMember(panel, member)))
    // The courier may have been here at an earlier time, and have failed.
    .filter(({ due_at }) => due_at > (newest ?? ""));

const counselOf = ({ counsel_id }: ReviewRecord, { records }: TableContents) =>
  records.get(keyOf("counsel", counsel_id))?.counsel as CounselRecord | undefined;

/** Whether mail to the counsel's present address was stopped. */
const isStopped = (review: ReviewRecord, contents: TableContents): boolean =>
  contents.records.has(keyOf("mailStop", counselOf(review, contents)?.email ?? ""));

/** Whether counsel asked for no more reminders at their present address. */
function areRemindersStopped(review: ReviewRecord, contents: TableContents): boolean {
  const item = contents.records.get(keyOf("remindersStopped", review.counsel_id));
  return item !== undefined && item.email === counselOf(review, contents)?.email;
}

/** The courier's own test before it sends (shared/use-cases/courier/review-senders.ts). */
const isMailWanted = (review: ReviewRecord, contents: TableContents): boolean =>
  review.status === "pending" &&
  review.mailing !== null &&
  counselOf(review, contents)?.active === true &&
  !isMailDead(review.mail) &&
  !isStopped(review, contents);

interface Told {
  /** The number of the newest reminder that was sent for a review. */
  reminded: Map<string, number>;
  /** When a review's link was last renewed or extended, or a counsel last changed. */
  changed: Map<string, string>;
}

function whatRowsTell({ trail }: TableContents): Told {
  const told: Told = { reminded: new Map(), changed: new Map() };
  for (const { action, resource_id: id, created_at, context } of trail) {
    if (action === "rule_review.reminded") {
      const { number } = context as never as { number: number };
      told.reminded.set(id, Math.max(number, told.reminded.get(id) ?? 0));
    }
    if (!/^counsel\.|^rule_review\.(link_renewed|extended)$/.test(action)) continue;
    if (created_at > (told.changed.get(id) ?? "")) told.changed.set(id, created_at);
  }
  return told;
}

/** The messages that a request has promised, without those that a row reports. */
function promised(review: ReviewRecord, told: Told, contents: TableContents): Message[] {
  const { id: reviewId, mail, mailing, created_at, counsel_id } = review;
  const newestId = mailing?.messages.at(-1) ?? "";
  const newest = readReviewMessageId(newestId);
  const isLinkWaiting = mail?.status === "queued" && newest !== null && newest.kind !== "reminder";
  // Messages due before the newest change may have been dropped then, without a row.
  const since = [created_at, told.changed.get(reviewId), told.changed.get(counsel_id)]
    .map((at) => at ?? "")
    .toSorted()
    .at(-1) as string;
  // If links go by mail only, reminders are promised once the link has been sent.
  const isSealed = contents.messages.get(newestId)?.message.sealed !== undefined;
  const areNone = areRemindersStopped(review, contents) || (isLinkWaiting && isSealed);
  const reminders = areNone ? [] : remindersOf(review);
  return [
    ...(isLinkWaiting ? [reviewMessage(newest, mail.at)] : []),
    ...reminders.filter(
      ({ due_at }, place) =>
        due_at > since && remindersBefore(review) + place + 1 > (told.reminded.get(reviewId) ?? 0),
    ),
  ];
}

/** Waiting messages that do not match their key, or that the request has not promised. */
export function mailContradictions(contents: TableContents): string[] {
  return storedAs(contents, "outboxMessage").flatMap(({ key, item }) => {
    const message = item.message as Message;
    if (!isAsPromised(key, message, contents.reviews.get(message.to)))
      return [`${key} is no message that was promised.`];
    const other = contents.messages.get(message.id)?.key;
    return other === key ? [] : [`${key} is the same message as ${other}.`];
  });
}

function isAsPromised(key: string, message: Message, review: ReviewRecord | undefined): boolean {
  const told = readReviewMessageId(message.id);
  if (message.kind === "key_invitation") return messageKey(message) === key;
  if (message.kind === "panel_end") return messageKey(message) === key && isPanelsEnd(message);
  if (told === null || told.reviewId !== message.to || messageKey(message) !== key) return false;
  if (review === undefined) return true;
  const { kind } = reviewMessage(told, message.due_at);
  const isFirst = message.attempts === 0 && message.has_waited === undefined;
  // Reminders from before an extension wait until the time when they would have been due.
  const isReminder = told.kind === "reminder" && told.number > remindersBefore(review);
  const promisedAt = isReminder
    ? remindersOf(review).find(({ id }) => id === message.id)?.due_at
    : null;
  return (
    message.kind === kind &&
    Number.isInteger(message.attempts) &&
    message.attempts >= 0 &&
    promisedAt !== undefined &&
    (promisedAt === null || !isFirst || promisedAt === message.due_at)
  );
}

/** Whether a message's id names its panel and its time. Only a further attempt has another time. */
function isPanelsEnd({ id, to, due_at, attempts }: Message): boolean {
  const at = attempts > 0 ? Number(id.split("_").at(-1)) : Date.parse(due_at);
  return Number.isSafeInteger(at) && id === panelEnds(to, new Date(at - 1).toISOString()).id;
}

/** Messages whose sending no row reports. */
const untold: ReadonlySet<MessageKind> = new Set([
  "key_invitation",
  "review_question",
  "panel_end",
]);

/**
 * Whether the courier itself moved, sent or dropped a message that only one of the tables has under
 * this key: an attempt failed, nobody wanted the message any more, or it is of a kind that no row
 * reports.
 */
export function isCouriersDoing(
  item: Item,
  isGone: boolean,
  { restored, live }: { restored: TableContents; live: TableContents },
): boolean {
  const { id, kind, to, attempts } = item.message as Message;
  const other = (isGone ? live : restored).messages.get(id)?.message;
  if (other !== undefined) return isGone ? other.attempts > attempts : other.attempts < attempts;
  const review = live.reviews.get(to);
  return isGone && (untold.has(kind) || (review !== undefined && !isMailWanted(review, live)));
}
