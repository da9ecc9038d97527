import { sha256Hex } from "#shared/domain/canonical.ts";

const TOKEN_BYTES = 32;
const NONCE_BYTES = 16;

/** A link token: 32 random bytes in URL-safe text (256 bits). */
export const newLinkToken = (randomBytes: (size: number) => Buffer): string =>
  randomBytes(TOKEN_BYTES).toString("base64url");

/** A nonce: 16 random bytes as 32 hex characters, fresh per request. */
export const newNonce = (randomBytes: (size: number) => Buffer): string =>
  randomBytes(NONCE_BYTES).toString("hex");

/** The token's hash; only this is stored, and links are looked up by it. */
export const hashLinkToken = (token: string): string => sha256Hex(token);

export const magicLinkUrl = (appUrl: string, token: string): string =>
  `${appUrl}/counsel/review/${token}`;

/** A link in the form in which evidence names it. */
export const hashedLink = (link: string): string => `sha256:${sha256Hex(link)}`;

/** The token in such a link. */
export const tokenOf = (link: string): string => link.slice(link.lastIndexOf("/") + 1);

/**
 * The token of the link that stops reminders. It is derived from the review's token, not vice versa.
 */
export const stopToken = (linkToken: string): string => sha256Hex(`stop-reminders:${linkToken}`);

export const stopRemindersUrl = (appUrl: string, token: string): string =>
  `${appUrl}/counsel/reminders/${stopToken(token)}`;
