import type { webcrypto } from "node:crypto";
import { base64, utf8 } from "#shared/domain/bytes.ts";
import { DomainError } from "#shared/domain/errors.ts";
import {
  CERTIFICATE_MS,
  type Certificate,
  certificateText,
  writerId,
} from "#shared/domain/log/writer.ts";
import { signWithKms } from "#shared/platform/aws/kms-request.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { logOrigin, ownOperation, requiredSetting } from "#shared/platform/settings.ts";
import { type LogKeys, recentLogKeys } from "./log-keys.ts";
import { type Item, readRecords } from "./read.ts";
import type { SignTexts } from "./signed-actions.ts";
import type { Key } from "./table-schema.ts";

/* WRITER#<SHA-256 of the public key> / META: the certificate of an instance that wrote logged rows. */

/** Every writer's id is the SHA-256 of its public key. */
const writerIds = /^[0-9a-f]{64}$/;

const writerKey = (id: string): Key => ({ pk: `WRITER#${id}`, sk: "META" });

function certificateOf({ writer }: Item): Certificate {
  const { certificate, signature } = writer as Certificate;
  return { certificate, signature };
}

/**
 * Certificates by their writers, in that order; null for a missing one, and for what is no writer's id,
 * with which the table would refuse to read all of them.
 */
export async function getCertificates(ids: readonly string[]): Promise<(Certificate | null)[]> {
  const wanted = [...new Set(ids)].filter((id) => writerIds.test(id));
  const found = await readRecords(wanted.map(writerKey), certificateOf);
  return ids.map((id) => found[wanted.indexOf(id)] ?? null);
}

/** This instance as a writer of rows. */
interface OwnWriter {
  id: string;
  certificate: Certificate;
  /** The ARN of the key that certified it. */
  certifiedBy: string;
  sign: (text: string) => Promise<string>;
  /** From when to when its certificate is valid, in milliseconds since the epoch. */
  from: number;
  until: number;
  /** When a new one is to replace it. */
  renewAt: number;
  /** Whether a transaction with its certificate has committed. */
  isStored: boolean;
}

/**
 * The longest run of a function: its certificate must cover everything that it dated since it began.
 */
const LONGEST_RUN_MS = 15 * 60 * 1000;
/** How long to wait after a failed renewal before the next attempt. */
const PAUSE_MS = 60 * 1000;

let own: Promise<OwnWriter> | null = null;

/**
 * This instance's writer: a key that exists only in this process, with its certificate. It is made
 * before the first row, and renewed when half of its validity is over.
 * @throws DomainError `dependency_unavailable` if the key service does not certify it
 */
async function ownWriter(): Promise<OwnWriter> {
  const now = nowMs();
  // While the certificate is made, the log's keys are read.
  const known = await own?.catch(() => null);
  const keys = await recentLogKeys();
  refusePaused(keys, now);
  if (known == null || now >= known.until || now < known.from) return begin(now);
  if (isWithdrawn(known, keys)) return begin(now);
  return now < known.renewAt ? known : renewed(known, now);
}

/** Whether an emergency withdrew the key that certified this instance. */
const isWithdrawn = ({ certifiedBy }: OwnWriter, keys: LogKeys | null): boolean =>
  keys?.rows.some(({ key_arn, until }) => key_arn === certifiedBy && until?.emergency) === true;

/** Refuses to write for a while before a key is withdrawn, because the log would not take the rows. */
function refusePaused(keys: LogKeys | null, now: number): void {
  const next = keys?.next;
  if (next?.role !== "rows" || next.emergency_at === undefined) return;
  if (now < Date.parse(next.emergency_at)) return;
  throw new DomainError(
    "dependency_unavailable",
    "Nothing was written: a signing key is being replaced. Please try again in a minute.",
    { retryAfter: 60 },
  );
}

function begin(now: number): Promise<OwnWriter> {
  own = newWriter(now);
  return own;
}

async function renewed(known: OwnWriter, now: number): Promise<OwnWriter> {
  try {
    return await begin(now);
  } catch (error) {
    log("warn", "writer.not_renewed", describeError(error));
    known.renewAt = now + PAUSE_MS;
    own = Promise.resolve(known);
    return known;
  }
}

/** Starts the certification, so that a row that is written later need not wait for it. */
export function prepareWriter(): void {
  if (own !== null) return;
  // The caller that needs the certificate gets the failure, and begins anew.
  begin(nowMs()).catch(() => {});
}

async function newWriter(now: number): Promise<OwnWriter> {
  const { subtle } = globalThis.crypto;
  const made: unknown = await subtle.generateKey("Ed25519", false, ["sign", "verify"]);
  const keys = made as webcrypto.CryptoKeyPair;
  const publicKey = new Uint8Array(await subtle.exportKey("raw", keys.publicKey));
  const certifiedBy =
    (await recentLogKeys())?.rows[0]?.key_arn ?? requiredSetting("EVIDENCE_ROWS_KEY_ARN");
  const from = now - LONGEST_RUN_MS;
  const until = from + CERTIFICATE_MS;
  const certificate = certificateText({
    origin: logOrigin(),
    operation: ownOperation(),
    publicKey,
    notBefore: new Date(from).toISOString(),
    notAfter: new Date(until).toISOString(),
  });
  return {
    id: writerId(publicKey),
    certificate: { certificate, signature: base64(await certify(utf8(certificate), certifiedBy)) },
    certifiedBy,
    sign: async (text) =>
      base64(
        new Uint8Array(await subtle.sign("Ed25519", keys.privateKey, new Uint8Array(utf8(text)))),
      ),
    from,
    until,
    renewAt: from + CERTIFICATE_MS / 2,
    isStored: false,
  };
}

async function certify(certificate: Uint8Array, arn: string): Promise<Uint8Array> {
  try {
    return await signWithKms(arn, certificate);
  } catch (cause) {
    throw new DomainError(
      "dependency_unavailable",
      "Nothing was written: the key service did not certify it. Please try again in a moment.",
      { retryAfter: 1, cause },
    );
  }
}

/** Signs texts as this instance. @throws DomainError `dependency_unavailable` */
export const signTexts: SignTexts = async (texts) => {
  const writer = await ownWriter();
  const { id, certificate } = writer;
  const signatures = await Promise.all(
    texts.map(async (text) => ({ writer: id, certificate, signature: await writer.sign(text) })),
  );
  return {
    signatures,
    certificate: writer.isStored ? null : { ...writerKey(id), writer: certificate },
    stored: () => {
      writer.isStored = true;
    },
  };
};
