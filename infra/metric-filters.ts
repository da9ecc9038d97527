import { certificateDrawers } from "#infra/certificate-files.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";

/*
 * The log lines that CloudWatch counts in addition to the embedded metrics of requests and jobs, as
 * data: the stacks create metric filters from it, and a test verifies that a real run writes such
 * lines.
 */

export interface MetricFilter {
  metricName: string;
  /** The functions whose log groups contain the lines. */
  operations: readonly string[];
  /** A line counts if it matches all fields of at least one of these sets. */
  anyOf: readonly Readonly<Record<string, string>>[];
  /** The field that holds the metric's value; absent: each line counts as 1. */
  valueField?: string;
}

const ofSequencer = { operations: ["sequenceLog"] };
const ofCourier = { operations: ["runCourier"] };

export const metricFilters: readonly MetricFilter[] = [
  {
    metricName: "SignatureRejections",
    operations: allRoutes.filter(({ access }) => access === "signed").map(({ id }) => id),
    anyOf: [{ code: "signature_mismatch" }],
  },
  {
    metricName: "ConnectionsRefused",
    operations: ["discoveryWorker"],
    anyOf: [{ event: "connection_status", status: "needs_reauthorization" }],
  },
  {
    ...ofCourier,
    metricName: "WebhookEndpointsDisabled",
    anyOf: [{ event: "webhook_endpoint_disabled" }],
  },
  {
    ...ofCourier,
    metricName: "WebhooksOldestWaiting",
    anyOf: [{ event: "webhooks_run" }],
    valueField: "oldest_waiting_seconds",
  },
  {
    ...ofSequencer,
    metricName: "LogOldestWaiting",
    anyOf: [{ event: "evidence_log.sequenced" }],
    valueField: "oldest_waiting_seconds",
  },
  {
    ...ofSequencer,
    metricName: "LogAnchorFailed",
    anyOf: [{ event: "evidence_log.anchor_failed" }, { event: "evidence_log.anchor_differs" }],
  },
  {
    ...ofSequencer,
    metricName: "LogWitnessRefused",
    anyOf: [{ event: "evidence_log.witness_refused" }],
  },
  { ...ofSequencer, metricName: "LogStampFailed", anyOf: [{ event: "evidence_log.stamp_failed" }] },
  {
    ...ofSequencer,
    metricName: "LogRefusedRow",
    anyOf: [{ event: "evidence_log.row_refused" }],
  },
  {
    operations: certificateDrawers,
    metricName: "CertificateStampFailed",
    anyOf: [{ event: "certificate.stamp_failed" }],
  },
  { ...ofSequencer, metricName: "LogForked", anyOf: [{ event: "evidence_log.forked" }] },
  {
    ...ofSequencer,
    metricName: "LogKeyChangeFailed",
    anyOf: [{ event: "evidence_log.key_change_failed" }],
  },
];

export const metricNamespace = (stage: string): string => `Countersign/${stage}`;
