import { expect, onTestFinished, test } from "vitest";
import { freePort, startLocalServer } from "#infra/local/local-server.ts";
import euAiAct from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };
import { startCommand } from "#test/support/command.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystem } from "#test/support/system.ts";
import { connect } from "../../bin/demo/client.ts";

const demo = (settings: Record<string, string>) => startCommand("bin/demo.ts", settings).ended;

/** A server that answers /health as given, and nothing else. */
async function serverWith(health: string): Promise<string> {
  const { url, close } = await startLocalServer((request, response) => {
    response.statusCode = request.url === "/health" ? 200 : 404;
    response.end(request.url === "/health" ? health : '{"message":"Not Found"}');
  });
  onTestFinished(close);
  return url;
}

test("the demo ends at a failing step with its number and reason, and with its rule book loaded every step passes, run after run", async () => {
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const system = await startTestSystem({ settings: { WEBHOOK_ALLOWED_HOSTS: host } });
  onTestFinished(() => system.close());
  const TOKEN = await system.token({ is_platform_admin: true });
  const failed = await demo({ BASE_URL: system.baseUrl, TOKEN });
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/^FAIL {2}1\. The rule book is loaded: 404 not_found .*\n$/);

  const { framework_id, rules, ...framework } = euAiAct;
  const book = `/admin/frameworks/${framework_id}`;
  await expectStatus(system.admin("PUT", book, framework), 200);
  await expectStatus(system.admin("PUT", `${book}/rules`, { rules }), 200);
  const rule = "/admin/frameworks/eu_ai_act/rules/art5.1.c.social_scoring";
  const before = await system.admin("GET", rule);
  const runs = [{}, { TOKEN }];
  for (const settings of runs.slice(0, sized(2, 1))) {
    const { code, stdout, stderr } = await demo({
      BASE_URL: system.baseUrl,
      DEMO_WEBHOOK_PORT: String(port),
      ...settings,
    });
    expect(stderr).toBe("");
    expect(code).toBe(0);
    for (const line of [
      "viewed_at is null, audit trail: rule_review.requested",
      "409 already_decided",
      "room.created, room.entered, room.evidence_read, room.bundle_downloaded",
      "rule_review.requested, rule_review.viewed_by_counsel, rule_review.approved_with_changes",
      "refused with any of the 5 fields changed",
      "approved_live → approved_then_changed → approved_live",
      "38 rules approved with their 2024 wording",
      "created, 26 updated,",
      "version ",
      "the link alone was refused; signed by the key",
      "in_force → suspended → in_force, approved_live throughout",
      "2 of 3, links by mail",
      "Dr. Eva Recht decides in place of Dr. Ada Lex; old link: 410",
      "approved: logging, notice; open: oversight; third link: 410 panel_decided",
      "approved_with_changes, approved_with_changes, cancelled;",
      "red: gate.notice wording_differs (title)",
      "green; webhook clearance.changed: gate.notice cleared, signature verified",
      "PASSED, signed by ",
      "endpoint recruitment-ranking: is_ai_system = true, area = employment_recruitment; all else",
      "unknown, proposed, 7 open questions; confirming: 422 nothing_to_confirm",
      "high_risk, confirmed: 6(2) by Regulation (EU) 2024/1689, Annex III, point 4(a)",
      "overridden to minimal; found again: still minimal, no new row; taken back",
      "class: high_risk; state: confirmed, with its proof; Annex VIII, section A: points 1, ",
      "run completed, extractor_budget_exhausted; 0 of 0 USD in ",
      "All 33 steps passed.",
    ]) {
      expect(stdout).toContain(line);
    }
  }
  // At the end the run reverts the amended wording, so that the next run finds what it expects.
  const after = await system.admin("GET", rule);
  expect(after.body.content_hash).toBe(before.body.content_hash);
  noteSweep("the demo, run after run on one system", runs.length);
});

test("without a running system, the demo says in one sentence how to start one", async () => {
  const { code, stdout, stderr } = await demo({ BASE_URL: "http://127.0.0.1:1" });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toBe(
    'Nothing answers at http://127.0.0.1:1; start one with "npm start", or set BASE_URL.\n',
  );
});

test("an invalid URL, another service and a deployed system without TOKEN get different messages", async () => {
  const refusalAt = (BASE_URL: string) => expect(connect({ BASE_URL })).rejects;
  await refusalAt("localhost").toThrow(/^BASE_URL is localhost; it must be a URL\.$/);
  await refusalAt(await serverWith("<html>")).toThrow(
    /^The service at \S+ is not Countersign; set BASE_URL\.$/,
  );
  await refusalAt(await serverWith('{"status":"ok"}')).toThrow(
    /is not a local run; set TOKEN to a platform admin's access/,
  );
});
