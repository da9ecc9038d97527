import { requiredSetting } from "#shared/platform/settings.ts";
import { decryptWithKms, encryptWithKms } from "./kms-request.ts";

/*
 * The key of counsel's links, where they go only by mail (trust.md, section 1). A function that makes a
 * link may only encrypt its token, and only the courier may decrypt it. Each token is bound to what it
 * is a link to.
 */

const contextOf = (linkTo: string) => ({ counsel_link: linkTo });

/**
 * @param linkTo id of the review, or of the counsel who is invited to enrol a key
 * @returns base64
 */
export const sealToken = (linkTo: string, token: string): Promise<string> =>
  encryptWithKms(requiredSetting("LINK_KEY_ARN"), token, contextOf(linkTo));

export const openToken = (linkTo: string, sealed: string): Promise<string> =>
  decryptWithKms(requiredSetting("LINK_KEY_ARN"), sealed, contextOf(linkTo));
