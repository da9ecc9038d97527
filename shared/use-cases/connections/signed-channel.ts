import type { deliveryActions } from "#shared/domain/audit/deliveries.ts";
import type { ContextOf } from "#shared/domain/audit/row.ts";
import type { Channel, Verification } from "#shared/domain/connections/delivery.ts";
import type { RunSeed } from "#shared/domain/discovery/run.ts";
import type { DomainError, ErrorCode } from "#shared/domain/errors.ts";
import type { WebhookSecretName } from "#shared/domain/setup/webhook-secrets.ts";
import type { AcceptedSecret } from "#shared/platform/secrets/webhook-secrets.ts";
import type { Action } from "#shared/store/transact.ts";

/** Names in lower case. */
type Headers = Readonly<Record<string, string>>;

/** A delivery as it arrived at a tenant's URL. */
export interface ReceivedDelivery {
  /** From the path, as sent. */
  tenant: string;
  headers: Headers;
  /** The body's exact bytes. */
  rawBody: Uint8Array;
  /** ISO 8601 UTC. */
  now: string;
}

/** Which delivery it is; before its signature is verified, only what its headers claim. */
export interface Named<Id = string | null> {
  /** The sender's id; a redelivery has the same one. */
  delivery_id: Id;
  event: string;
  scope: string;
}

/** A delivery with a valid signature and form, at the URL of a tenant. */
export interface VerifiedDelivery<Message> extends Named<string> {
  tenantId: string;
  message: Message;
  /** Which of the accepted secrets signed it. */
  secret: "current" | "previous";
  /** SHA-256 of the body, hex. */
  payload_digest: string;
  now: string;
}

/** An audit row's action with its context. */
export type Audited = {
  [A in DeliveryAction]: { action: A; context: ContextOf<typeof deliveryActions, A> };
}[DeliveryAction];

type DeliveryAction = keyof typeof deliveryActions;

/** The actions that record a refused delivery; their context contains what was sent. */
type RefusedDelivery = Extract<DeliveryAction, `${string}.rejected`>;

/** The decision about a delivery. */
export type Decision<Reason extends string, JobId extends string | null> =
  | {
      do: "accept";
      job_id: JobId;
      audited: Audited;
      /** The discovery run with the id `job_id`, if there is one. */
      run: Pick<RunSeed, "trigger" | "input"> | null;
      /** Other changes that the delivery causes. */
      changes?: readonly Action[];
      /** Seconds within which the same body counts only once, whatever its id; absent: no bound. */
      bodyWindow?: number;
    }
  /** `isClaimed`: whether a repetition of the delivery is answered as a duplicate. */
  | { do: "ignore"; reason: Reason; audited: Audited; isClaimed: boolean }
  | { do: "refuse"; fault: DomainError; outcome: "account_mismatch"; audited: Audited };

/** How a channel's deliveries are signed. */
export interface Signing {
  secret: WebhookSecretName;
  notConfigured: { code: ErrorCode; text: string };
  /** Pure. @param now milliseconds since the epoch */
  verify(
    secrets: readonly AcceptedSecret[],
    headers: Headers,
    body: Uint8Array,
    now: number,
  ): Verification<AcceptedSecret>;
  /** Limits how often forged deliveries can make an instance look for a newer secret. */
  mayLookAgain(now: number): boolean;
}

/** A webhook whose senders sign. It contains everything that differs between such webhooks. */
export interface SignedChannel<
  Message,
  Holder extends { connection_id: string },
  Early,
  Reason extends string,
  JobId extends string | null,
> extends Signing {
  name: Channel;
  /** The text that refuses an invalid signature. */
  mismatch: string;
  rejected: RefusedDelivery;
  /** Seconds within which a delivery's id counts only once. */
  duplicateWindow: number;
  /** Whether valid deliveries without a connection are counted, too. */
  countsWithoutHolder: boolean;
  /** Whether a signed delivery that cannot be read is recorded as refused. */
  recordsUnreadable: boolean;
  /** The identity that the headers claim; they may be forged. */
  claimed(headers: Headers): Named;
  /** @throws DomainError if the form is not the channel's */
  read(
    headers: Headers,
    body: Uint8Array,
    tenantId: string | null,
  ): Named<string> & { message: Message };
  /** Reads what can be read at the same time as the secrets. */
  prefetch(tenantId: string | null): Promise<Early>;
  /** The connection that takes the delivery. @throws DomainError `not_found` */
  find(delivery: VerifiedDelivery<Message>, early: Early): Promise<Holder | null>;
  /** Pure. @param runId for a run that the delivery may start */
  decide(
    delivery: VerifiedDelivery<Message>,
    holder: Holder | null,
    runId: string,
  ): Decision<Reason, JobId>;
}
