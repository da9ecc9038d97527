import { lawful } from "#shared/domain/audit/life.ts";
import { auditRow } from "#shared/domain/audit/log.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { certificateStep } from "#shared/domain/evidence/certificate/life.ts";
import { certificateTrail } from "#shared/store/audit-trails.ts";
import { getIssued, putCertificateRow } from "#shared/store/certificates.ts";
import { retryOnConflict } from "#shared/store/transact.ts";

/** The most new certificates of one review or panel in a day. Each of its states has one. */
const MAX_A_DAY = 20;

/** A certificate as it was drawn. */
export interface Drawn {
  bytes: Uint8Array;
  /** The subject of the certificate. */
  of: { review_id: string } | { panel_id: string };
  /** Hash of the row with the decision, or with the panel's result. */
  rowHash: string;
}

/** Who asked: a user or a machine by id, a visitor of a room, or the holder of counsel's link. */
export type AskedBy = { userId: string } | { machineId: string } | "room" | "link";

/**
 * Has the log take the SHA-256 of a certificate before it is handed out for the first time. The same
 * bytes are the same certificate: drawing them again finds their row.
 * @param now ISO 8601 UTC
 * @throws DomainError `rate_limited` after 20 new certificates of one review or panel in a UTC day
 */
export async function issueCertificate(drawn: Drawn, by: AskedBy, now: string): Promise<void> {
  const id = "review_id" in drawn.of ? drawn.of.review_id : drawn.of.panel_id;
  const row = rowOf(drawn, by, now);
  const day = now.slice(0, "2026-01-01".length);
  await retryOnConflict(null, async () => {
    // The count is read first, because a certificate issued meanwhile changes it.
    const before = await getIssued(id);
    const known = await certificateTrail(row.resource_id);
    if (known.some((one) => one.id === row.id)) return { done: null };
    lawful(certificateStep, null, row);
    const count = before?.day === day ? before.count : 0;
    if (count >= MAX_A_DAY) throw usedUp(now, day);
    const after = { day, count: count + 1 };
    return (await putCertificateRow(id, before, after, row)) ? { done: null } : { conflict: null };
  });
}

function rowOf({ bytes, of, rowHash }: Drawn, by: AskedBy, at: string) {
  const sha256 = sha256Hex(bytes);
  return auditRow({
    action: "certificate.issued",
    resourceId: sha256,
    tenantId: null,
    ...actorOf(by),
    context: { ...of, row_hash: rowHash, length: bytes.length },
    id: uuidOf(sha256),
    at,
  });
}

function actorOf(by: AskedBy) {
  if (by === "link") return { actorUserId: null };
  if (by === "room") return { actorUserId: null, actorType: by };
  return "userId" in by ? { actorUserId: by.userId } : { actorUserId: null, ...by };
}

/** The first 128 bits of a hash, written in the form of an id. */
const uuidOf = (hash: string): string =>
  hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

function usedUp(now: string, day: string): DomainError {
  const midnight = Date.parse(`${day}T00:00:00.000Z`) + 24 * 60 * 60 * 1000;
  return new DomainError(
    "rate_limited",
    `At most ${MAX_A_DAY} new certificates of one review are issued a day. Try again after midnight UTC.`,
    { retryAfter: Math.ceil((midnight - Date.parse(now)) / 1000) },
  );
}
