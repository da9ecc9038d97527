import { randomUUID } from "node:crypto";
import sha256 from "virtual:verifier-digest";
import { auditRow } from "#shared/domain/audit/log.ts";
import { setting } from "#shared/platform/settings.ts";
import { type LogProgress, putVerifierRow } from "#shared/store/log.ts";

/**
 * Adds the SHA-256 of the verifier that this version serves to the log, once per version, so that
 * anyone who has the file can check that everyone else got the same.
 */
export async function publishVerifier(progress: LogProgress, now: string): Promise<LogProgress> {
  if (progress.verifier === sha256) return progress;
  const after = { ...progress, verifier: sha256 };
  const row = auditRow({
    action: "evidence_log.verifier_published",
    resourceId: "verify-bundle.mjs",
    tenantId: null,
    actorUserId: null,
    context: { version: setting("VERSION") ?? "unknown", sha256 },
    id: randomUUID(),
    at: now,
  });
  return (await putVerifierRow(progress, after, row)) ? after : progress;
}
