import type { MessageKind } from "#shared/domain/courier/message.ts";
import type { Language } from "#shared/domain/language.ts";

/** What counsel is mailed; a question goes to who asked for the review, an invitation says nothing of one. */
export type CounselMailKind = Exclude<MessageKind, "review_question" | "key_invitation">;

/** What a mail about a review is worded from. */
export interface ReviewMail {
  kind: CounselMailKind;
  language: Language;
  /** Who asks: the requester's e-mail, or the platform's host. */
  asker: string;
  /** Counsel's name. */
  counsel: string;
  /** The framework's name as people know it. */
  framework: string;
  ruleCount: number;
  /** What the requester calls the matter; null: nothing. */
  matter: string | null;
  /** The articles of its rules, as people call them; none where no title was kept. */
  articles: readonly string[];
  /** The panel that the request is of. */
  panel: { members: number; need: number } | null;
  /** Counsel who passed the request on to this one. */
  passedOnBy: string | null;
  /** Whether counsel may pass it on. */
  mayPassOn: boolean;
  /** ISO 8601 UTC. */
  expiresAt: string;
  /** Counsel's link, with `?lang=`. */
  link: string;
  /** Where counsel asks not to be reminded again; null in a mail that no reminder follows. */
  stopLink: string | null;
}

/** What a mail that invites counsel to enrol a key is worded from. */
export interface KeyMail extends Pick<ReviewMail, "language" | "asker" | "counsel" | "link"> {
  /** ISO 8601 UTC. */
  expiresAt: string;
}
