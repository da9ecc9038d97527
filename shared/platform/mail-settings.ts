import { setting } from "./settings.ts";

/** Where answers to mails go; null: to nobody. */
export const mailReplyAddress = (): string | null => setting("MAIL_REPLY_TO") ?? null;

/** The sender of mails; null: this platform sends none (contract, MAIL_FROM). */
export const mailSenderAddress = (): string | null => setting("MAIL_FROM") ?? null;
