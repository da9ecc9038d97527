import { describe, expect, test } from "vitest";
import { functionUnits } from "#infra/functions.ts";
import { type Job, jobs } from "#shared/routes/contract/jobs.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { synthesize } from "#test/support/stacks.ts";

const system = synthesize({ alarmEmail: "ops@example.com" });
const alarms = system.resources("AWS::CloudWatch::Alarm").map(({ Properties }) => Properties);
const jobList = Object.values(jobs) as readonly Job[];

/** Names of the functions that alarms of one kind watch. */
const watched = (metricName: string): string[] =>
  alarms
    .flatMap(({ Metrics = [] }) => Metrics)
    .filter(({ MetricStat }) => MetricStat?.Metric.MetricName === metricName)
    .map(({ MetricStat }) => MetricStat.Metric.Dimensions[0].Value);

const on = (metricName: string) => alarms.filter(({ MetricName }) => MetricName === metricName);

describe("alarms", () => {
  test.each(["Errors", "Throttles"])("%s of every function raise an alarm", (metricName) => {
    expect(watched(metricName).sort()).toEqual(
      functionUnits.map(({ id }) => `countersign-prod-${id}`).sort(),
    );
  });

  test("no alarm sums more metrics than CloudWatch accepts", () => {
    for (const { Metrics = [] } of alarms) expect(Metrics.length).toBeLessThanOrEqual(11);
  });

  test("5xx of the API raise an alarm", () => {
    expect(on("5xx")).toHaveLength(1);
  });

  test("dead letters, waiting events and missed runs of every job raise an alarm", () => {
    const values = (metricName: string) =>
      on(metricName).map(({ Dimensions }) => Dimensions[0].Value);
    expect(values("ApproximateNumberOfMessagesVisible")).toEqual(
      jobList.map(({ id }) => `countersign-prod-${id}-dead`),
    );
    expect(values("AsyncEventAge")).toEqual(jobList.map(({ id }) => `countersign-prod-${id}`));
    const scheduled = jobList.filter(({ schedule }) => schedule !== undefined);
    expect(values("Invocations")).toEqual(scheduled.map(({ id }) => `countersign-prod-${id}`));
    for (const alarm of on("Invocations")) expect(alarm.TreatMissingData).toBe("breaching");
  });

  const filtersOf = (metric: string) =>
    system
      .resources("AWS::Logs::MetricFilter")
      .map(({ Properties }) => Properties)
      .filter(({ MetricTransformations: [first] }) => first.MetricName === metric);

  test("a connection that its provider refuses is counted and raises an alarm", () => {
    expect(filtersOf("ConnectionsRefused")).toMatchObject([
      {
        LogGroupName: "/countersign/prod/functions/discoveryWorker",
        FilterPattern:
          '{ ($.event = "connection_status") && ($.status = "needs_reauthorization") }',
      },
    ]);
    expect(on("ConnectionsRefused")).toHaveLength(1);
  });

  test("refused signatures of every webhook are counted and raise an alarm", () => {
    const signed = allRoutes.filter(({ access }) => access === "signed");
    const filters = filtersOf("SignatureRejections");
    expect(filters.map(({ LogGroupName }) => LogGroupName)).toEqual(
      signed.map(({ id }) => `/countersign/prod/functions/${id}`),
    );
    expect(on("SignatureRejections")).toHaveLength(signed.length > 0 ? 1 : 0);
    for (const { FilterPattern } of filters) {
      expect(FilterPattern).toBe('{ $.code = "signature_mismatch" }');
    }
  });

  test("a failing canary raises an alarm until an hour passes without a failure", () => {
    const [alarm, ...others] = on("duration_ms");
    expect(others).toEqual([]);
    expect(alarm).toMatchObject({
      Namespace: "Countersign/prod",
      Dimensions: [
        { Name: "operation", Value: "runCanary" },
        { Name: "outcome", Value: "failed" },
      ],
      Statistic: "SampleCount",
      Period: 3600,
      Threshold: 1,
    });
  });

  test("one option turns the canary off: its schedule and the alarms that expect it", () => {
    const off = synthesize({ CANARY_ENABLED: "false" });
    const names = off
      .resources("AWS::CloudWatch::Alarm")
      .map(({ Properties }) => Properties.AlarmName as string);
    expect(names).toContain("countersign-prod-MissedRuns-sequenceLog");
    expect(names).not.toContain("countersign-prod-MissedRuns-runCanary");
    expect(names).not.toContain("countersign-prod-CanaryFailed");
    const states = (stacks: typeof off) =>
      stacks
        .resources("AWS::Events::Rule")
        .map(({ Properties }) => Properties)
        .filter(({ Description = "" }) =>
          Description.startsWith("Requests, decides and verifies one review"),
        )
        .map(({ State }) => State);
    expect([states(system), states(off)]).toEqual([["ENABLED"], ["DISABLED"]]);
    expect(() => synthesize({ CANARY_ENABLED: "no" })).toThrow(
      "CANARY_ENABLED must be true or false",
    );
  });

  test("each one notifies the topic, and explains itself", () => {
    for (const { AlarmActions, AlarmDescription } of alarms) {
      expect(AlarmActions).toHaveLength(1);
      expect(AlarmDescription.length).toBeGreaterThan(20);
    }
    expect(system.single("AWS::SNS::Subscription").Properties).toMatchObject({
      Protocol: "email",
      Endpoint: "ops@example.com",
    });
  });

  test("CloudWatch may publish to their topic, only for this account's alarms", () => {
    const topic = Object.keys(
      system.templates.get("Countersign-prod-Alarms")?.findResources("AWS::SNS::Topic") ?? {},
    );
    const { Statement } = system.single("AWS::SNS::TopicPolicy").Properties.PolicyDocument;
    const allowed = Statement.filter(({ Effect }: { Effect: string }) => Effect === "Allow");
    expect(allowed).toEqual([
      {
        Sid: "AlarmsOfThisAccount",
        Effect: "Allow",
        Principal: { Service: "cloudwatch.amazonaws.com" },
        Action: "sns:Publish",
        Resource: { Ref: topic[0] },
        Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
      },
    ]);
  });

  test("the dashboard ranks tenants from the log lines; no metric has a tenant dimension", () => {
    const { RuleBody, RuleName } = system.single("AWS::CloudWatch::InsightRule").Properties;
    expect(JSON.parse(RuleBody)).toMatchObject({
      LogGroupNames: ["/countersign/prod/functions/*"],
      Contribution: { Keys: ["$.tenant_id", "$.outcome"] },
    });
    const { DashboardBody } = system.single("AWS::CloudWatch::Dashboard").Properties;
    const body = JSON.stringify(DashboardBody);
    expect(body).toContain(RuleName);
    for (const outcome of ["failed", "unavailable", "refused"]) expect(body).toContain(outcome);
    expect(body).not.toMatch(/SEARCH[^)]*tenant/);
  });

  test("the dashboard shows every function", () => {
    const body = JSON.stringify(
      system.single("AWS::CloudWatch::Dashboard").Properties.DashboardBody,
    );
    for (const { id } of functionUnits) expect(body).toContain(`countersign-prod-${id}`);
  });
});
