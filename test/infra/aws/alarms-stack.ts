import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { functionUnits } from "#infra/functions.ts";
import { metricFilters } from "#infra/metric-filters.ts";
import { type Job, jobs } from "#shared/routes/contract/jobs.ts";
import { canaryPathOf, pathsOf, type Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { counts, platformReport } from "#test/support/metric-filter.ts";
import { synthesize, textOf, variants } from "#test/support/stacks.ts";

const system = synthesize(variants["all that is optional"]);
const alarms = system.resources("AWS::CloudWatch::Alarm").map(({ Properties }) => Properties);
const jobList = Object.values(jobs) as readonly Job[];
/** Without the job whose answer the user pool waits for: it gets no events. */
const byEvents = jobList.filter(({ target }) => target !== "sign-in");

const on = (metricName: string) => alarms.filter(({ MetricName }) => MetricName === metricName);

describe("alarms", () => {
  const errorsOf = metricFilters.filter(({ metricName }) => metricName.startsWith("Errors-"));
  const classesOf = (line: Readonly<Record<string, string>>): string[] =>
    errorsOf
      .filter((filter) => counts(filter, line))
      .map(({ metricName }) => metricName.slice("Errors-".length));

  test("a failure of any route is counted in exactly one class, which raises an alarm", () => {
    for (const entry of allRoutes) {
      const paths = [...pathsOf(entry), canaryPathOf(entry)].filter((path) => path !== null);
      for (const path of paths) {
        const route = `${entry.method} ${path}`;
        const failed = { route, status: "500", integration_status: "200" };
        expect([route, ...classesOf(failed)]).toEqual([route, classOf(entry)]);
        // A 503 is a dependency's fault, or that of whoever has not set something up: only the promised
        // classes count it.
        const isPromised = ["counsel", "evidence"].includes(classOf(entry));
        const unavailable = { route, status: "503", integration_status: "503" };
        expect(classesOf(unavailable)).toEqual(isPromised ? [classOf(entry)] : []);
        // API Gateway's own 503: the function was not reached, or did not answer.
        expect(classesOf({ ...unavailable, integration_status: "-" })).toEqual([classOf(entry)]);
        expect(classesOf({ route, status: "404", integration_status: "404" })).toEqual([]);
      }
    }
    for (const { metricName } of errorsOf) {
      expect(on(metricName)).toMatchObject([{ Threshold: 1, Period: 300, Statistic: "Sum" }]);
    }
  });

  const classOf = ({ id, area, access, path }: Route): string => {
    if (access === "counsel") return "counsel";
    if (access === "signed") return "receivers";
    const isEvidence = ["evidence", "log"].includes(area) || path.startsWith("/room/");
    return isEvidence || /Bundle$|Certificate$|MachineCoverage$/.test(id) ? "evidence" : "rest";
  };

  test("a job that fails, crashes or takes too long is counted from what Lambda itself logs", () => {
    const jobErrors = errorsOf.find(({ operations }) => operations !== undefined);
    expect(jobErrors?.operations).toEqual(Object.keys(jobs));
    expect(filtersOf("Errors-jobs").map(({ LogGroupName }) => LogGroupName)).toEqual(
      jobList.map(({ id }) => `/countersign/prod/functions/${id}`),
    );
    for (const [status, counted] of [
      ["success", false],
      ["error", true],
      ["failure", true],
      ["timeout", true],
    ] as const) {
      const line = platformReport(status);
      expect([status, jobErrors !== undefined && counts(jobErrors, line)]).toEqual([
        status,
        counted,
      ]);
    }
    for (const { Properties } of system.resources("AWS::Lambda::Function")) {
      expect(Properties.LoggingConfig.LogFormat).toBe("JSON");
    }
  });

  test("every metric filter reads a log group that a stack of this stage creates", () => {
    const created = system
      .resources("AWS::Logs::LogGroup")
      .map(({ Properties }) => Properties.LogGroupName as string);
    const read = system
      .resources("AWS::Logs::MetricFilter")
      .map(({ Properties }) => Properties.LogGroupName as string);
    expect(read).toContain("/countersign/prod/links/createReview");
    expect([...new Set(read)].filter((name) => !created.includes(name))).toEqual([]);
  });

  test("no pattern is longer than CloudWatch accepts; wildcards are only at the start or end of a text", () => {
    for (const { Properties } of system.resources("AWS::Logs::MetricFilter")) {
      expect(Properties.FilterPattern.length).toBeLessThanOrEqual(1024);
      for (const [, text = ""] of Properties.FilterPattern.matchAll(/"([^"]*)"/g)) {
        expect(text).toMatch(/^(\*[^*]*|[^*]*\*?)$/);
      }
    }
    expect(filtersOf("Errors-receivers")).toMatchObject([
      {
        LogGroupName: "/countersign/prod/access",
        FilterPattern:
          '{ ($.status = "5*") && ($.route = "POST /webhooks/*") && ($.integration_status != "503") }',
      },
    ]);
  });

  test("throttled functions raise one alarm, by the account's metric", () => {
    expect(on("Throttles")).toMatchObject([{ Namespace: "AWS/Lambda", Threshold: 1 }]);
    expect(on("Throttles")[0].Dimensions).toBeUndefined();
  });

  test.each([
    ["counsel", "99.9 %", 1.44],
    ["evidence", "99.5 %", 7.2],
  ])(
    "the service level of %s wakes somebody when a month's %s will be missed",
    (name, percent, burn) => {
      const burning = alarms.find(
        ({ AlarmName }) => AlarmName === `countersign-prod-BurnRate-${name}`,
      );
      expect(burning).toMatchObject({ Threshold: burn });
      const [{ Expression }, ...metrics] = burning.Metrics;
      expect(Expression).toBe("IF(FILL(failed, 0) >= 2, 100 * failed / all, 0)");
      expect(
        metrics.map(
          ({ MetricStat }: { MetricStat: { Metric: object; Period: number } }) => MetricStat,
        ),
      ).toMatchObject([
        { Metric: { MetricName: `Errors-${name}` }, Period: 3600 },
        { Metric: { MetricName: `Requests-${name}` }, Period: 3600 },
      ]);
      const row = new RegExp(`^\\| \\w.* \\| ${percent} \\| .*\`BurnRate-${name}\``, "m");
      expect(readFileSync("docs/alarms.md", "utf8")).toMatch(row);
    },
  );

  test("5xx of the API raise an alarm", () => {
    expect(on("5xx")).toHaveLength(1);
  });

  test("dead letters, waiting events and missed runs of every job raise an alarm", () => {
    const values = (metricName: string) =>
      on(metricName).map(({ Dimensions }) => Dimensions[0].Value);
    expect(values("ApproximateNumberOfMessagesVisible")).toEqual(
      byEvents.map(({ id }) => `countersign-prod-${id}-dead`),
    );
    const queues = system
      .resources("AWS::SQS::Queue")
      .map(({ Properties }) => Properties.QueueName);
    expect(queues).toEqual(expect.arrayContaining(values("ApproximateNumberOfMessagesVisible")));
    expect(values("AsyncEventAge")).toEqual(byEvents.map(({ id }) => `countersign-prod-${id}`));
    const scheduled = jobList.filter(({ schedule }) => schedule !== undefined);
    expect(values("Invocations")).toEqual(scheduled.map(({ id }) => `countersign-prod-${id}`));
  });

  test("on a stage's first day no alarm is raised: missing data is normal before the first data point", () => {
    for (const { AlarmName, TreatMissingData } of alarms) {
      expect([AlarmName, TreatMissingData]).not.toContain("breaching");
    }
    // After that, a job that stops raises it: from OK to INSUFFICIENT_DATA is a change of state.
    for (const { TreatMissingData, InsufficientDataActions, AlarmActions } of on("Invocations")) {
      expect([TreatMissingData, InsufficientDataActions]).toEqual(["missing", AlarmActions]);
    }
  });

  test("latency, refusals, throttling and concurrency raise an alarm", () => {
    const names = alarms.map(({ AlarmName }) => AlarmName);
    for (const id of ["LatencyP99", "Refused4xx", "Throttled429", "AccountConcurrency"]) {
      expect(names).toContain(`countersign-prod-${id}`);
    }
    const [concurrency] = on("ConcurrentExecutions");
    expect(concurrency.Threshold).toBe(800);
    expect(filtersOf("Throttled429")).toMatchObject([
      { LogGroupName: "/countersign/prod/access", FilterPattern: '{ $.status = "429" }' },
    ]);
  });

  /** A stage with a domain and a former one, whose certificates are in the stage's own region. */
  const withDomains = synthesize(
    variants["a small account with what was elsewhere before, mail, and no canary"],
  );

  test("certificates raise an alarm where CloudWatch can watch them: in the stage's region", () => {
    const expiring = (stacks: typeof system) =>
      stacks
        .resources("AWS::CloudWatch::Alarm")
        .map(({ Properties }) => Properties.AlarmName as string)
        .filter((name) => name.endsWith("CertificateExpiry"));
    expect(expiring(withDomains)).toEqual([
      "countersign-staging-CertificateExpiry",
      "countersign-staging-FormerCertificateExpiry",
    ]);
    expect(expiring(system)).toEqual([]);
  });

  test("the end of a key and a certificate that cannot be renewed are reported at once", () => {
    const patterns = withDomains
      .resources("AWS::Events::Rule")
      .map(({ Properties }) => Properties)
      .filter(({ Targets }) => /Topic/.test(textOf(Targets[0].Arn)))
      .filter(({ EventPattern }) => EventPattern !== undefined);
    expect(patterns.map(({ EventPattern }) => EventPattern["detail-type"][0])).toEqual([
      "AWS API Call via CloudTrail",
      "KMS CMK Deletion",
      "ACM Certificate Approaching Expiration",
    ]);
    for (const { Targets } of patterns) expect(textOf(Targets[0].Arn)).toMatch(/UrgentTopic/);
  });

  test("the budget notifies its recipients, and counts the costs that carry the stage's tag", () => {
    const { Budget, NotificationsWithSubscribers } =
      system.single("AWS::Budgets::Budget").Properties;
    expect(Budget).toMatchObject({
      BudgetLimit: { Amount: 400, Unit: "USD" },
      CostFilters: { TagKeyValue: ["user:stage$prod"] },
    });
    for (const { Subscribers } of NotificationsWithSubscribers) {
      expect(Subscribers).toEqual([{ SubscriptionType: "EMAIL", Address: "ops@example.com" }]);
    }
    expect(synthesize().resources("AWS::Budgets::Budget")).toEqual([]);
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
    const off = synthesize(
      variants["a small account with what was elsewhere before, mail, and no canary"],
    );
    const names = off
      .resources("AWS::CloudWatch::Alarm")
      .map(({ Properties }) => Properties.AlarmName as string);
    expect(names).toContain("countersign-staging-MissedRuns-sequenceLog");
    expect(names).not.toContain("countersign-staging-MissedRuns-runCanary");
    expect(names).not.toContain("countersign-staging-CanaryFailed");
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

  const topicOf = (arn: unknown) => (/Urgent/.test(textOf(arn)) ? "urgent" : "soon");

  test("each alarm notifies the topic of its severity and explains itself; only urgent alarms also report their end", () => {
    for (const { AlarmActions, OKActions, AlarmDescription } of alarms) {
      const [severity] = AlarmDescription.split(":");
      expect(AlarmActions.map(topicOf)).toEqual([severity.toLowerCase()]);
      expect(OKActions).toEqual(severity === "Urgent" ? AlarmActions : undefined);
      expect(AlarmDescription.length).toBeGreaterThan(30);
    }
    const urgent = alarms.filter(({ AlarmDescription }) => AlarmDescription.startsWith("Urgent"));
    expect(urgent.map(({ AlarmName }) => AlarmName)).toEqual(
      expect.arrayContaining(
        ["Api5xx", "BurnRate-counsel", "CanaryFailed", "LogForked", "LogRefusedRow"].map(
          (id) => `countersign-prod-${id}`,
        ),
      ),
    );
  });

  test("recipients of every alarm hear of both severities, recipients of urgent alarms only of urgent ones", () => {
    const told = system
      .resources("AWS::SNS::Subscription")
      .map(({ Properties: { TopicArn, Protocol, Endpoint } }) => [
        topicOf(TopicArn),
        Protocol,
        Endpoint,
      ]);
    expect(told.sort()).toEqual([
      ["soon", "email", "ops@example.com"],
      ["urgent", "email", "ops@example.com"],
      ["urgent", "https", "https://pager.example.com/x"],
    ]);
  });

  test("CloudWatch may publish to their topics, only for this account's alarms", () => {
    const policies = system.resources("AWS::SNS::TopicPolicy");
    expect(policies).toHaveLength(2);
    for (const { Properties } of policies) {
      const { Statement } = Properties.PolicyDocument;
      expect(Statement).toContainEqual({
        Sid: "AlarmsOfThisAccount",
        Effect: "Allow",
        Principal: { Service: "cloudwatch.amazonaws.com" },
        Action: "sns:Publish",
        Resource: Properties.Topics[0],
        Condition: { StringEquals: { "aws:SourceAccount": "111122223333" } },
      });
      const allowed = Statement.filter(({ Effect }: { Effect: string }) => Effect === "Allow");
      for (const { Principal } of allowed) {
        expect(Principal.Service).toMatch(/^(cloudwatch|events)\.amazonaws\.com$/);
      }
    }
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
