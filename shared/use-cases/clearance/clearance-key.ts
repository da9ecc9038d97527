import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/clearance.ts";
import { thumbprint } from "#shared/domain/clearance/statement-key.ts";
import { ED25519 } from "#shared/domain/log/verifier-key.ts";
import { publicKeyOf } from "#shared/platform/aws/signing-key.ts";
import type { ClearanceKey } from "#shared/store/clearance-keys.ts";
import type { Caller } from "#shared/use-cases/setup/secret-state.ts";

/** The key with this ARN, in its published form. */
export async function keyOf(key_arn: string, now: string): Promise<ClearanceKey> {
  const x = Buffer.from(await publicKeyOf(key_arn, ED25519)).toString("base64url");
  return { key_arn, kid: thumbprint(x), x, created_at: now, retired_at: null };
}

export const rowOf = (
  done: "provisioned" | "rotated",
  context: { kid: string; old_kid?: string },
  { actorUserId, now }: Caller,
) =>
  auditRow({
    action: `platform.clearance_key.${done}`,
    resourceId: "clearance-key",
    tenantId: null,
    actorUserId,
    context,
    id: randomUUID(),
    at: now,
  });
