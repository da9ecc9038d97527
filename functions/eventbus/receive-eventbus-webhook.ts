import { DomainError } from "#shared/domain/errors.ts";
import { tenantIdOf } from "#shared/domain/tenants/tenant.ts";
import { bind } from "#shared/edge/bind.ts";
import { announceRun } from "#shared/platform/aws/worker-events.ts";
import { eventbusRoutes } from "#shared/routes/table/eventbus.ts";
import { getEventbusHolder } from "#shared/store/connections.ts";
import { readForwarded } from "#shared/use-cases/eventbus/read-forwarded.ts";
import { recordEvent } from "#shared/use-cases/eventbus/record-event.ts";
import { recordRejection } from "#shared/use-cases/eventbus/record-rejection.ts";
import { verifyEvent } from "#shared/use-cases/eventbus/verify-event.ts";

/** Order of work: secret, signature over the bytes, form, account, kind, duplicate, job. */
export const handler = bind(eventbusRoutes.receiveEventbusWebhook)(
  async ({ params, headers, rawBody, now }) => {
    const tenantId = tenantIdOf(params.tenant_id);
    const reject = (reason: string, fault: DomainError) =>
      recordRejection({ tenantId, headers, rawBody, reason, now }).then(() => fault);
    // Whose events a tenant takes depends on the path alone: it is asked for beside the secrets.
    const [verified, holder] = await Promise.all([
      verifyEvent(headers, rawBody, now),
      tenantId === null ? null : getEventbusHolder(tenantId),
    ]);
    if (verified.secret === null) {
      const text = "webhook-signature does not match, or the timestamp is out of tolerance.";
      throw await reject(verified.reason, new DomainError("signature_mismatch", text));
    }
    if (tenantId === null) throw new DomainError("not_found", "There is nothing under this path.");
    const read = readForwarded(headers, rawBody, tenantId);
    if (!read.ok) throw await reject(read.fault.code, read.fault);
    const { event, account } = read;
    const secret = verified.secret.which;
    const received = { tenantId, event, account, secret, rawBody, now };
    const recorded = await recordEvent(received, holder);
    const delivery_id = event.id;
    switch (recorded.status) {
      case "mismatch":
        throw new DomainError(
          "account_mismatch",
          "The event comes from another account than the tenant's event-bus connection names.",
        );
      case "duplicate":
        return { status: 200, body: { status: "duplicate", delivery_id } };
      case "ignored":
        return { status: 202, body: { ...recorded, delivery_id } };
      case "accepted":
        await announceRun(recorded.job_id);
        return { status: 202, body: { ...recorded, delivery_id } };
    }
  },
);
