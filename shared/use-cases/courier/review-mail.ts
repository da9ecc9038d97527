import type { MessageKind } from "#shared/domain/courier/message.ts";
import type { Language } from "#shared/domain/language.ts";

/** The mails to counsel about a review. A question goes to the requester. */
export type CounselMailKind = Exclude<
  MessageKind,
  "review_question" | "key_invitation" | "panel_end"
>;

/** The facts from which a mail about a review is worded. */
export interface ReviewMail {
  kind: CounselMailKind;
  language: Language;
  /** Who asks: the platform's host. */
  asker: string;
  /** Counsel's name. */
  counsel: string;
  /** The framework's name as people know it. */
  framework: string;
  ruleCount: number;
  /** The requester's name for the matter; null: none was given. */
  matter: string | null;
  /** The articles of its rules, as people call them; none where no title was kept. */
  articles: readonly string[];
  /** The panel to which the request belongs. */
  panel: { members: number; need: number } | null;
  /** Counsel who passed the request on to this one. */
  passedOnBy: string | null;
  /** Whether counsel may pass it on. */
  mayPassOn: boolean;
  /** ISO 8601 UTC. */
  expiresAt: string;
  /** Counsel's link, with `?lang=`; null: there is nothing left from which it could be mailed. */
  link: string | null;
  /** The link with which counsel stops reminders; null: it is made from counsel's link. */
  stopLink: string | null;
}

/** The facts from which a mail that invites counsel to enrol a key is worded. */
export interface KeyMail extends Pick<ReviewMail, "language" | "asker" | "counsel"> {
  /** The invitation's link, with `?lang=`. */
  link: string;
  /** ISO 8601 UTC. */
  expiresAt: string;
}
