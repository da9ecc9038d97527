import { randomUUID } from "node:crypto";
import { ACCOUNT, REGION } from "#infra/local/aws/resources.ts";
import type { KeptMail } from "./outbox.ts";

/** The events of SES's mailbox simulator, by the part of the address before the @. */
const simulated: Readonly<Record<string, { type: string; detail: object }>> = {
  bounce: {
    type: "Email Bounced",
    detail: { eventType: "Bounce", bounce: { bounceType: "Permanent", bounceSubType: "General" } },
  },
  complaint: {
    type: "Email Complaint Received",
    detail: { eventType: "Complaint", complaint: { complaintFeedbackType: "abuse" } },
  },
};

const delivered = { type: "Email Delivered", detail: { eventType: "Delivery", delivery: {} } };

/** The event that SES puts on the default bus for a mail: delivered, except to the simulator. */
export function eventOf(mail: KeptMail, at: number): object {
  const [local = "", host = ""] = (mail.to[0] ?? "").split("@");
  const known = host === "simulator.amazonses.com" && Object.hasOwn(simulated, local);
  const { type, detail } = (known ? simulated[local] : undefined) ?? delivered;
  return {
    version: "0",
    id: randomUUID(),
    "detail-type": type,
    source: "aws.ses",
    account: ACCOUNT,
    region: REGION,
    time: `${new Date(at).toISOString().slice(0, 19)}Z`,
    resources: [],
    detail: {
      ...detail,
      mail: {
        messageId: mail.id,
        destination: mail.to,
        source: mail.from,
        tags: Object.fromEntries(mail.tags.map(({ name, value }) => [name, [value]])),
      },
    },
  };
}
