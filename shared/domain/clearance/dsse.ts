import { concat, utf8 } from "#shared/domain/bytes.ts";

/* Code that the signer and the offline verifier of a statement share. It also runs in a browser. */

export const PAYLOAD_TYPE = "application/vnd.in-toto+json";
export const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
export const PREDICATE_TYPE = "https://slsa.dev/verification_summary/v1";
export const CLEARED_LEVEL = "COUNTERSIGN_RULES_CLEARED";
export const SYSTEM_LEVEL = "COUNTERSIGN_SYSTEM_CLEARED";
export const FAILED_LEVEL = "FAILED";

/** DSSE's pre-authentication encoding: the bytes that are signed. */
export const signedText = (payload: Uint8Array): Uint8Array =>
  concat(utf8(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `), payload);
