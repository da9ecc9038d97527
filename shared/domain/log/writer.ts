import { base64, hex } from "#shared/domain/bytes.ts";
import { sha256 } from "./sha256.ts";

/*
 * The writer of a row (evidence-log.md, section 2) is one instance of a function. It has a key of its
 * own, which exists only in its memory, and a certificate of that key under the log's rows key.
 */

/** The content of a certificate. */
export interface Writer {
  origin: string;
  /** The operation that the function claims to be. */
  operation: string;
  /** 32 bytes, Ed25519. */
  publicKey: Uint8Array;
  /** ISO 8601 UTC. */
  notBefore: string;
  notAfter: string;
}

/** A certificate and the rows key's signature of it, in base64. */
export interface Certificate {
  certificate: string;
  signature: string;
}

/**
 * How long a certificate is valid, and how long a rows key still counts after another key has replaced
 * it.
 */
export const CERTIFICATE_MS = 12 * 60 * 60 * 1000;

export const CERTIFICATE_HEAD = "countersign writer\n";

export const certificateText = (writer: Writer): string =>
  `${CERTIFICATE_HEAD}${writer.origin}\n${writer.operation}\n${base64(writer.publicKey)}\n${writer.notBefore}\n${writer.notAfter}\n`;

/** The id by which rows name their writer: lower-case hex SHA-256 of the public key. */
export const writerId = (publicKey: Uint8Array): string => hex(sha256(publicKey));

/** The text that a writer signs for a row. */
export const rowText = (rowHash: string): string => `countersign row\n${rowHash}\n`;
