import { base64, hex } from "#shared/domain/bytes.ts";
import { sha256 } from "./sha256.ts";

/*
 * Who wrote a row (evidence-log.md, section 2): an instance of a function, with a key of its own that
 * is only in its memory, and a certificate of that key under the log's rows key.
 */

/** A certificate's text as it is read. */
export interface Writer {
  origin: string;
  /** What the function says that it is. */
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
 * For so long a certificate is valid, and for so long a rows key counts after another one has taken
 * its place.
 */
export const CERTIFICATE_MS = 12 * 60 * 60 * 1000;

/** The name of the key that signs certificates of writers. */
export const rowsKeyName = (origin: string): string => `${origin}/rows`;

export const CERTIFICATE_HEAD = "countersign writer\n";

export const certificateText = (writer: Writer): string =>
  `${CERTIFICATE_HEAD}${writer.origin}\n${writer.operation}\n${base64(writer.publicKey)}\n${writer.notBefore}\n${writer.notAfter}\n`;

/** By what rows name their writer: lower-case hex SHA-256 of the public key. */
export const writerId = (publicKey: Uint8Array): string => hex(sha256(publicKey));

/** What a writer signs for a row. */
export const rowText = (rowHash: string): string => `countersign row\n${rowHash}\n`;
