import { hex } from "#shared/domain/bytes.ts";
import {
  type StampPlace,
  withStampPlace,
  withToken,
} from "#shared/domain/evidence/pdf/stamp-place.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { setting } from "#shared/platform/settings.ts";
import {
  type CertificateStamp,
  getCertificateStamp,
  keepCertificateStamp,
} from "#shared/store/certificate-stamps.ts";
import { askForToken } from "#shared/use-cases/log/ask-for-token.ts";

/** After a failure an instance leaves the authority alone for so long: a certificate does not wait. */
const PAUSE_MS = 60_000;
let failedAt: number | null = null;

/** A certificate as it was drawn, and what it is about. */
interface Drawn {
  /** Of the review or panel. */
  id: string;
  bytes: Uint8Array;
}

/**
 * Adds a document time stamp, if TSA_URL is set. The token is kept, so that the same state gives the
 * same bytes; only a new state asks the authority. Whatever fails, the certificate is handed out as
 * it was drawn, and a log line says so.
 * @param now ISO 8601 UTC
 */
export async function stampCertificate({ id, bytes }: Drawn, now: string): Promise<Uint8Array> {
  const url = setting("TSA_URL");
  if (url === undefined) return bytes;
  try {
    const [place, kept] = await Promise.all([withStampPlace(bytes), getCertificateStamp(id)]);
    const digest = hex(place.digest);
    const stamp = kept?.digest === digest ? kept : await newStamp({ id, place, digest }, url, now);
    if ("fault" in stamp) {
      log("error", "certificate.stamp_failed", { reason: stamp.fault });
      return bytes;
    }
    return withToken(place, Buffer.from(stamp.token, "base64"));
  } catch (error) {
    failedAt = Date.parse(now);
    log("error", "certificate.stamp_failed", describeError(error));
    return bytes;
  }
}

interface Asked {
  id: string;
  place: StampPlace;
  digest: string;
}

async function newStamp(
  { id, place, digest }: Asked,
  url: string,
  now: string,
): Promise<CertificateStamp | { fault: string }> {
  const at = Date.parse(now);
  if (failedAt !== null && Math.abs(at - failedAt) < PAUSE_MS) return { fault: "paused" };
  const answer = await askForToken(url, place.digest);
  if ("fault" in answer) {
    failedAt = at;
    return answer;
  }
  failedAt = null;
  // Before it is kept: one that does not fit is none.
  withToken(place, answer.token);
  const token = Buffer.from(answer.token).toString("base64");
  return keepCertificateStamp(id, { digest, token, stamped_at: now });
}
