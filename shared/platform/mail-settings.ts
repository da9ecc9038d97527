import { setting } from "./settings.ts";

/** The address for answers to mails; null: nobody gets them. */
export const mailReplyAddress = (): string | null => setting("MAIL_REPLY_TO") ?? null;

/** The sender of mails; null: this platform sends none (contract, MAIL_FROM). */
export const mailSenderAddress = (): string | null => setting("MAIL_FROM") ?? null;
