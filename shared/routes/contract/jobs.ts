import {
  EXTRACTOR_SECRETS,
  extractorCredentials,
  extractorSettings,
} from "#shared/routes/table/extractor-needs.ts";
import {
  cloudbSettings,
  cloudcCredentials,
  cloudcSecrets,
  cloudcSettings,
  sourcehostAppSettings,
} from "#shared/routes/table/provider-needs.ts";
import type { Area, Needs } from "./route.ts";
import type { SettingName } from "./settings.ts";

/** A function that is invoked by a schedule or an event, not by an HTTP request. */
export interface Job {
  id: string;
  area: Area;
  summary: string;
  /** Name of the schedule, and of `POST /_local/schedules/{name}/run`. */
  schedule?: {
    name: string;
    everyMinutes: number;
    /** The option that switches it on or off (`true` or `false`). */
    option?: { name: SettingName; deployed: boolean; local: boolean };
  };
  /** Events on the default bus that invoke it: this stage's (`eventSourceOf`) or a service's. */
  event?: { detailTypes: readonly string[]; source?: "aws.ses" };
  /** The rules of the customers' buses invoke this job, or the user pool calls it. */
  target?: "customer-bus" | "sign-in";
  /** Its events come only from an operator's command, one at a time. */
  byOperator?: true;
  timeoutSeconds: number;
  needs: Needs;
}

const job = <const J extends Job>(entry: J): J => entry;

export const jobs = {
  expireReviews: job({
    id: "expireReviews",
    area: "reviews",
    summary: "Sets pending reviews past their expiry to expired (daily)",
    schedule: { name: "expire-reviews", everyMinutes: 24 * 60 },
    timeoutSeconds: 900,
    needs: { table: "write", events: "put" },
  }),
  runCourier: job({
    id: "runCourier",
    area: "courier",
    summary:
      "Sends the messages that are due, and ends the panels whose time is over: at every tick, and as soon as a message is promised",
    schedule: { name: "courier", everyMinutes: 1 },
    event: { detailTypes: ["MessagePromised"] },
    timeoutSeconds: 120,
    needs: {
      table: "write",
      mail: "send",
      webhookKey: "use",
      linkKey: "open",
      settings: [
        "WEBHOOK_ALLOWED_HOSTS",
        "MAIL_FROM",
        "MAIL_REPLY_TO",
        "MAIL_CONFIGURATION_SET",
        "COUNSEL_LANGUAGES",
        "SES_URL",
      ],
    },
  }),
  announceLaws: job({
    id: "announceLaws",
    area: "webhooks",
    summary: "Tells webhooks of laws that start in 30 and in 7 days (daily)",
    schedule: { name: "law-starts", everyMinutes: 24 * 60 },
    timeoutSeconds: 300,
    needs: { table: "write", events: "put" },
  }),
  keepCoverageMonths: job({
    id: "keepCoverageMonths",
    area: "evidence",
    summary:
      "Keeps how each rule book stood at the beginning of each month, and which lists of reviews are long (hourly)",
    schedule: { name: "coverage-months", everyMinutes: 60 },
    timeoutSeconds: 900,
    needs: { table: "write" },
  }),
  checkAuditFeed: job({
    id: "checkAuditFeed",
    area: "audit",
    summary: "Looks for audit rows that came to stand before the end of the feed (hourly)",
    schedule: { name: "check-audit-feed", everyMinutes: 60 },
    timeoutSeconds: 300,
    needs: { table: "write" },
  }),
  receiveMailEvents: job({
    id: "receiveMailEvents",
    area: "courier",
    summary: "Records what SES tells of a mail: delivered, bounced, reported as unwanted",
    event: {
      source: "aws.ses",
      detailTypes: [
        "Email Delivered",
        "Email Bounced",
        "Email Rejected",
        "Email Complaint Received",
      ],
    },
    timeoutSeconds: 30,
    needs: { table: "write" },
  }),
  recordDeparture: job({
    id: "recordDeparture",
    area: "tenants",
    summary: "Records what an operator's command tells of an export, or of a tenant's removal",
    event: { detailTypes: ["DepartureTold"] },
    byOperator: true,
    timeoutSeconds: 60,
    needs: { table: "write" },
  }),
  mapSignIn: job({
    id: "mapSignIn",
    area: "tenants",
    summary:
      "Says in the pool and in the token what somebody may do whom an organisation's own sign-in vouches for",
    target: "sign-in",
    timeoutSeconds: 5,
    needs: { settings: ["SIGN_IN_PROVIDERS"] },
  }),
  sequenceLog: job({
    id: "sequenceLog",
    area: "log",
    summary: "Adds new audit rows to the evidence log and signs it (every minute)",
    schedule: { name: "sequence-log", everyMinutes: 1 },
    timeoutSeconds: 90,
    needs: {
      table: "write",
      logKey: "sign",
      anchors: "put",
      settings: ["TSA_URL", "LOG_WITNESSES"],
    },
  }),
  runCanary: job({
    id: "runCanary",
    area: "service",
    summary: "Requests, decides and verifies one review through the public address (hourly)",
    schedule: {
      name: "canary",
      everyMinutes: 60,
      option: { name: "CANARY_ENABLED", deployed: true, local: false },
    },
    timeoutSeconds: 120,
    needs: { api: "canary", settings: ["CANARY_API_URL"] },
  }),
  discoveryWorker: job({
    id: "discoveryWorker",
    area: "discovery",
    summary:
      "Works on discovery runs: on each as soon as it is announced, on all that are due at every tick",
    schedule: { name: "discovery-tick", everyMinutes: 2 },
    event: { detailTypes: ["DiscoveryJobQueued"] },
    timeoutSeconds: 840,
    needs: {
      table: "write",
      events: "put",
      readSecrets: [EXTRACTOR_SECRETS, ...cloudcSecrets, "sourcehost-app-private-key"],
      roles: "assume",
      credentials: [...extractorCredentials, ...cloudcCredentials],
      settings: [
        ...extractorSettings,
        ...cloudcSettings,
        ...cloudbSettings,
        ...sourcehostAppSettings,
        "DISCOVERY_INTERVAL_HOURS",
        "EXTRACTOR_MONTHLY_USD",
      ],
    },
  }),
  forwardCustomerEvent: job({
    id: "forwardCustomerEvent",
    area: "eventbus",
    summary: "Forwards an event from a customer's bus to the webhook, signed",
    target: "customer-bus",
    timeoutSeconds: 20,
    needs: {
      table: "read",
      readSecrets: ["cloudb-eventbus-webhook-secret"],
      credentials: ["WEBHOOK_HMAC_SECRET", "CLOUDB_EVENTBUS_WEBHOOK_SECRET"],
    },
  }),
};

export type JobId = keyof typeof jobs;
