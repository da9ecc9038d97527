/*
 * The questions that operators ask most often, as CloudWatch Logs Insights queries over the
 * functions' log groups (shown in docs/alarms.md). A test verifies that a real run writes every
 * field that a query names.
 */

interface LogQuery {
  question: string;
  /** One command each, joined by `|`. */
  commands: readonly string[];
}

export const logQueries: readonly LogQuery[] = [
  {
    question: "Which function fails?",
    commands: [
      'filter (event in ["request", "job"] and outcome in ["failed", "unavailable"]) or (type = "platform.report" and record.status != "success")',
      "stats count(*) as failures by @log, operation, code, record.status",
      "sort failures desc",
    ],
  },
  {
    question: "What became of this request, and of the job that it started?",
    commands: [
      "fields @timestamp, event, operation, outcome, status, code, duration_ms, traceparent",
      'filter traceparent like "4bf92f3577b34da6a3ce929d0e0e4736" or request_id = "…"',
      "sort @timestamp asc",
    ],
  },
  {
    question: "What fails, and whose fault is it?",
    commands: [
      'filter event = "request" and outcome != "ok"',
      "stats count(*) as requests, max(duration_ms) as slowest by operation, outcome, code",
      "sort requests desc",
    ],
  },
  {
    question: "Which tenant is it?",
    commands: [
      'filter outcome in ["failed", "unavailable", "refused"]',
      "stats count(*) as lines by tenant_id, event, outcome",
      "sort lines desc",
    ],
  },
  {
    question: "Which provider fails, is slow, or keeps runs waiting?",
    commands: [
      'filter event = "discovery_run"',
      "stats count(*) as runs, avg(duration_ms), max(queue_age_ms) by provider, outcome, code",
      "sort runs desc",
    ],
  },
  {
    question: "What do a tenant's classifications take, and what do they cost?",
    commands: [
      'filter event = "extractor_calls"',
      "stats sum(calls), sum(input_tokens), sum(output_tokens), sum(cost_usd) as usd by tenant_id, provider, outcome",
      "sort usd desc",
    ],
  },
];

export const queryText = ({ commands }: LogQuery): string => commands.join("\n| ");
