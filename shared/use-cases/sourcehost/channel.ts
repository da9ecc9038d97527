import {
  type Delivery,
  deliveryIdOf,
  eventOf,
  installationIdOf,
  readDelivery,
  tellsChange,
} from "#shared/domain/sourcehost/delivery.ts";
import {
  dispatch,
  type Holder,
  type IgnoreReason,
  undispatchable,
} from "#shared/domain/sourcehost/dispatch.ts";
import { readPush } from "#shared/domain/sourcehost/pushed-repository.ts";
import { repositoryIdsIn } from "#shared/domain/sourcehost/repository-ids.ts";
import { matchingSecret, signatureFaultOf } from "#shared/domain/sourcehost/signature.ts";
import { cut } from "#shared/domain/text/text.ts";
import { createThrottle } from "#shared/platform/cache/throttle.ts";
import { setConnectionState } from "#shared/store/connections.ts";
import { notePushed, noteRemoved } from "#shared/store/repository-events.ts";
import type { Action } from "#shared/store/transact.ts";
import type {
  SignedChannel,
  VerifiedDelivery,
} from "#shared/use-cases/connections/signed-channel.ts";
import { findHolder } from "./find-holder.ts";

/** The time for which deliveries are kept. */
const REPLAY_SECONDS = 90 * 86_400;

/** The source host's webhook (second seed, "Receiver rules"). */
export const sourcehost: SignedChannel<Delivery, Holder, null, IgnoreReason, string | null> = {
  name: "sourcehost",
  secret: "sourcehost-webhook-secret",
  notConfigured: {
    code: "sourcehost_webhook_secret_not_configured",
    text: "The platform admin has to provision the source-host webhook secret first.",
  },
  mismatch: "X-Hub-Signature-256 does not match the body.",
  rejected: "sourcehost_webhook.rejected",
  duplicateWindow: 600,
  countsWithoutHolder: true,
  recordsUnreadable: false,
  mayLookAgain: createThrottle(1000),
  verify: (secrets, headers, body) => {
    const signature = headers["x-hub-signature-256"];
    const secret = matchingSecret(signature, body, secrets);
    if (secret !== null) return { valid: true, secret };
    const fault = signatureFaultOf(signature);
    return { valid: false, fault, isUnknownSecret: fault === "no_match" };
  },
  claimed: (headers) => {
    const event = eventOf(headers);
    return { delivery_id: deliveryIdOf(headers), event, scope: event };
  },
  read: (headers, body) => {
    const message = readDelivery(headers, body);
    return { delivery_id: message.id, event: message.event, scope: message.event, message };
  },
  prefetch: async () => null,
  find: findHolder,
  decide: (delivery, holder, runId) => {
    const never = undispatchable(delivery.event);
    if (never !== null) return ignored(delivery, never, false);
    const decision = dispatch(delivery.message, holder, delivery.now);
    if (decision.do === "ignore") return ignored(delivery, decision.reason, true);
    const { connection_id, state, discovers } = decision;
    const { payload } = delivery.message;
    const job_id = discovers ? runId : null;
    const action = typeof payload.action === "string" ? cut(payload.action, 100) : null;
    const installationId = installationIdOf(payload);
    return {
      do: "accept",
      job_id,
      ...(delivery.event === "installation" &&
        tellsChange(payload, delivery.now) && { bodyWindow: REPLAY_SECONDS }),
      run: discovers ? { trigger: "sourcehost_webhook", input: { ...readPush(payload) } } : null,
      audited: {
        action: "sourcehost_webhook.received",
        context: {
          ...about(delivery),
          action,
          connection_id,
          connection_status: state?.status ?? null,
          job_id,
        },
      },
      changes: [
        ...(state === null || holder === null || installationId === null
          ? []
          : setConnectionState(holder, installationId, state, delivery.now)),
        ...(holder?.tookBefore ? [] : repositoryEvents(connection_id, delivery, discovers)),
      ],
    };
  },
};

/** Writes what a delivery says about single repositories, so that clearance counts it at once. */
function repositoryEvents(
  connectionId: string,
  { message: { payload }, now }: VerifiedDelivery<Delivery>,
  isPush: boolean,
): Action[] {
  const [pushed] = isPush ? repositoryIdsIn([payload.repository]) : [];
  return [
    ...(pushed === undefined ? [] : [notePushed(connectionId, pushed, now)]),
    ...noteRemoved(connectionId, repositoryIdsIn(payload.repositories_removed), now),
  ];
}

const about = ({ delivery_id, event, scope, secret }: VerifiedDelivery<unknown>) => ({
  delivery_id,
  event,
  scope,
  secret,
});

const ignored = (
  delivery: VerifiedDelivery<unknown>,
  reason: IgnoreReason,
  isClaimed: boolean,
) => ({
  do: "ignore" as const,
  reason,
  isClaimed,
  audited: {
    action: "sourcehost_webhook.ignored" as const,
    context: { ...about(delivery), reason },
  },
});
