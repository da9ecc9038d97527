/** The location of the customers' buses, and what their rules invoke. */
export interface BusSite {
  /** The platform's 12-digit account. */
  account: string;
  region: string;
  /** ARN of the receiver function. */
  receiverArn: string;
  /** ARN of the queue for events that the receiver never accepted; null if there is none. */
  deadLetterQueueArn: string | null;
}

/** Names of the parts of a tenant's bus; fixed, so that a retry continues where it stopped. */
export const RULE_NAME = "ai-events";
export const TARGET_ID = "receiver";
export const TENANT_TAG = "countersign:tenant_id";

export const busNameOf = (tenantId: string): string => `customer-${tenantId}`;

export const busArnOf = ({ account, region }: BusSite, tenantId: string): string =>
  busArnIn(account, region, tenantId);

/** The ARN of a tenant's bus in the platform's account. */
export const busArnIn = (account: string, region: string, tenantId: string): string =>
  `arn:aws:events:${region}:${account}:event-bus/${busNameOf(tenantId)}`;

export const statementIdOf = (account: string): string => `customer-${account}`;
