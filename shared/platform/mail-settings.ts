import { setting } from "./settings.ts";

/** The sender of mails; null: this platform sends none (contract, MAIL_FROM). */
export const mailSenderAddress = (): string | null => setting("MAIL_FROM") ?? null;
