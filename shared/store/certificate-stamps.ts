import { getItem } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { transact } from "./transact.ts";

/*
 * CERTIFICATE_STAMP#<review or panel> / META  the RFC 3161 token of a certificate's newest state
 */

/** A token over the rest of a certificate. */
export interface CertificateStamp {
  /** Hex SHA-256 of what it covers. */
  digest: string;
  /** DER in base64. */
  token: string;
  /** ISO 8601 UTC. */
  stamped_at: string;
}

const stampKey = (id: string): Key => ({ pk: `CERTIFICATE_STAMP#${id}`, sk: "META" });

/** The token over the newest state of a certificate. @param id of the review or panel */
export async function getCertificateStamp(id: string): Promise<CertificateStamp | null> {
  const item = await getItem(stampKey(id));
  return (item?.stamp as CertificateStamp | undefined) ?? null;
}

/**
 * Keeps a token in place of that of another state.
 * @returns the one that is kept: another call's, if it was there first for the same state
 */
export async function keepCertificateStamp(
  id: string,
  stamp: CertificateStamp,
): Promise<CertificateStamp> {
  const outcome = await transact({
    stamp: {
      Put: {
        Item: { ...stampKey(id), stamp },
        ConditionExpression: "attribute_not_exists(pk) OR #stamp.#digest <> :digest",
        ExpressionAttributeNames: { "#stamp": "stamp", "#digest": "digest" },
        ExpressionAttributeValues: { ":digest": stamp.digest },
      },
    },
  });
  const kept = outcome.committed ? null : outcome.failed.get("stamp");
  return (kept?.stamp as CertificateStamp | undefined) ?? stamp;
}
