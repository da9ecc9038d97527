import { expect, test } from "vitest";
import { readableLine } from "#infra/local/readable-line.ts";
import { openTerminal } from "#infra/local/terminal.ts";

const at = new Date(2026, 10, 21, 9, 5, 7);
const read = (fields: Record<string, unknown>) => readableLine(JSON.stringify(fields), at);

const request = {
  level: "info",
  event: "request",
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  route: "GET /admin/rule-reviews/{id}",
  operation: "getReview",
  status: 200,
  outcome: "ok",
  duration_ms: 12,
  _aws: { Timestamp: 1, CloudWatchMetrics: [] },
};

test("a request reads as time, method, path, status and milliseconds", () => {
  expect(read(request)?.replaceAll(/ +/g, " ")).toBe(
    "09:05:07 GET /admin/rule-reviews/{id} 200 12 ms",
  );
});

test("a request that was refused or has failed says in words why", () => {
  expect(read({ ...request, status: 409, code: "already_decided" })).toMatch(
    /409 +12 ms {2}The review has already been decided \(already_decided\)$/,
  );
  const stack = ["at f (index.js:1:2)", "at g (index.js:3:4)"];
  expect(
    read({ ...request, status: 500, code: "internal_error", error: "TypeError", stack }),
  ).toMatch(/\(internal_error\): TypeError at f \(index\.js:1:2\)$/);
  expect(
    read({ level: "error", event: "job", operation: "expireReviews", error: "TypeError" }),
  ).toMatch(/The job expireReviews has failed: TypeError$/);
});

test("counsel's link, the run's own messages and warnings are shown; routine lines are not", () => {
  const link = { level: "info", event: "rule_review.link_issued", magic_link_url: "http://x/y" };
  expect(read(link)).toMatch(/ {2}Counsel's link: http:\/\/x\/y$/);
  expect(read({ level: "error", event: "local_run", message: "It ended." })).toMatch(/It ended\.$/);
  const refused = { level: "warn", event: "webhook_refused", reason: "no_match", tenant_id: null };
  expect(read(refused)).toMatch(/ {2}warn: webhook_refused, reason no_match$/);
  expect(read({ level: "info", event: "job", operation: "sequenceLog", outcome: "ok" })).toBeNull();
  expect(readableLine("any other text", at)).toBe("09:05:07  any other text");
});

function terminal(isTTY: boolean, format?: string) {
  const written: string[] = [];
  const out = { isTTY, write: (text: string) => written.push(text) > 0 };
  return { ...openTerminal({ out, format }), written };
}

test.each([
  ["in a pipe", false, undefined],
  ["with LOG_FORMAT=json", true, "json"],
])("%s, log lines are the JSON that AWS gets", (_, isTTY, format) => {
  const { log, written } = terminal(isTTY, format);
  const line = JSON.stringify(request);
  log(line);
  expect(written).toEqual([`${line}\n`]);
});

test("on a terminal only trouble is written before the addresses", () => {
  const { log, serves, say, written } = terminal(true);
  log(JSON.stringify(request));
  log(JSON.stringify({ ...request, level: "error", status: 500 }));
  serves();
  say("ready");
  log(JSON.stringify(request));
  expect(written.map((line) => /ready|500|200/.exec(line)?.[0])).toEqual(["500", "ready", "200"]);
});
