import { existsSync, readFileSync } from "node:fs";
import { replaceFile } from "#infra/local/write-file.ts";

/** A mail as the local outbox keeps it. */
export interface KeptMail {
  /** SES's MessageId. */
  id: string;
  to: string[];
  from: string;
  subject: string;
  /** ISO 8601 UTC. */
  sent_at: string;
  headers: { name: string; value: string }[];
  text: string;
  html: string;
  /** The whole message, RFC 5322. */
  raw: string;
  tags: { name: string; value: string }[];
}

/** The outbox keeps this many of the newest mails. */
const MAX_KEPT = 2000;

export interface Outbox {
  add(mail: KeptMail): Promise<void>;
  /**
   * Newest first; null: no mail has the cursor's id.
   * @param cursor the id of the last mail of the previous page
   */
  page(cursor: string | null, limit: number): MailPage | null;
}

interface MailPage {
  items: KeptMail[];
  next_cursor: string | null;
}

/** @param file null: the outbox is only in memory */
export function openOutbox(file: string | null): Outbox {
  const mails: KeptMail[] =
    file !== null && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  return {
    add: async (mail) => {
      mails.unshift(mail);
      mails.length = Math.min(mails.length, MAX_KEPT);
      if (file !== null) await replaceFile(file, JSON.stringify(mails));
    },
    page: (cursor, limit) => {
      const before = cursor === null ? -1 : mails.findIndex(({ id }) => id === cursor);
      if (cursor !== null && before === -1) return null;
      const start = before + 1;
      const items = mails.slice(start, start + limit);
      const isLast = start + limit >= mails.length;
      return { items, next_cursor: isLast ? null : (items.at(-1)?.id ?? null) };
    },
  };
}
