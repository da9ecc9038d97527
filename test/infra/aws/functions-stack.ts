import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { reservations, reservedSum, webhookThrottle } from "#infra/aws/concurrency.ts";
import { isLogKept, keptLogGroups } from "#infra/aws/kept-logs.ts";
import { functionUnits, settingsOf } from "#infra/functions.ts";
import { statementsFor } from "#infra/policies/function-policy.ts";
import {
  type CredentialName,
  credentialEntries,
  credentialNames,
  generatedCredentials,
  isCredentialName,
} from "#shared/domain/setup/credentials.ts";
import { type Job, jobs } from "#shared/routes/contract/jobs.ts";
import { canaryPathOf, pathsOf, type Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { listOf, synthesize, textOf, variants } from "#test/support/stacks.ts";

const system = synthesize();
const signedIn = ["user", "org", "platform", "signed_in"];

/** The text of a functions stack's reference to a key. */
function keyOf(part: "TableKey" | "SecretsKey"): string {
  const statement = functionUnits
    .flatMap(({ id }) => system.functionOf(id).statements)
    .find(({ Sid }) => Sid === part);
  const text = textOf(listOf(statement?.Resource)[0]);
  expect(text).toContain(part);
  return text;
}

/** A condition with its references rendered as text. */
const withTexts = (condition: unknown): unknown =>
  Object.fromEntries(
    Object.entries(condition as Record<string, Record<string, unknown>>).map(([operator, keys]) => [
      operator,
      Object.fromEntries(
        Object.entries(keys).map(([key, value]) => [
          key,
          Array.isArray(value) ? value.map(textOf) : textOf(value),
        ]),
      ),
    ]),
  );

const actionsOf = (id: string, effect: string): string[] =>
  system
    .functionOf(id)
    .statements.filter(({ Effect }) => Effect === effect)
    .flatMap(({ Action }) => listOf(Action));

const canarysOf = (route: Route) => [canaryPathOf(route)].filter((path) => path !== null);

describe("routes", () => {
  test("every path of the route table has exactly one route, and there are no others", () => {
    const keys = system
      .resources("AWS::ApiGatewayV2::Route")
      .map(({ Properties }) => Properties.RouteKey);
    const expected = allRoutes.flatMap((route) =>
      [...pathsOf(route), ...canarysOf(route)].map((path) => `${route.method} ${path}`),
    );
    expect(keys.sort()).toEqual(expected.sort());
  });

  test("the canary's routes accept only signed requests, and lead to the same functions", () => {
    const called = allRoutes.filter(({ canary }) => canary);
    expect(called.map(({ id }) => id).sort()).toEqual([
      "createCounsel",
      "createReview",
      "getBundle",
      "getEvidence",
      "listCounsel",
      "listReviews",
      "putFramework",
      "putRules",
    ]);
    for (const route of called) {
      const { json } = system.functionOf(route.id);
      const at = (path: string | undefined) =>
        Object.values(json).find(
          ({ Type, Properties }) =>
            Type === "AWS::ApiGatewayV2::Route" &&
            Properties.RouteKey === `${route.method} ${path}`,
        )?.Properties;
      const [canarys, own] = [at(canarysOf(route)[0]), at(route.path)];
      expect(canarys.AuthorizationType).toBe("AWS_IAM");
      expect(canarys.Target).toEqual(own.Target);
    }
  });

  test.each(allRoutes.map((route) => [route.id, route] as const))(
    "%s: its own function behind the right door",
    (id, { method, path, access }) => {
      const { json, resource } = system.functionOf(id);
      const route = Object.values(json).find(
        ({ Type, Properties }) =>
          Type === "AWS::ApiGatewayV2::Route" && Properties.RouteKey === `${method} ${path}`,
      );
      const integrationId = route?.Properties.Target["Fn::Join"][1][1].Ref;
      const integration = json[integrationId]?.Properties;
      const target = json[integration.IntegrationUri["Fn::GetAtt"][0]];
      expect(target).toBe(resource);
      expect(integration).toMatchObject({
        IntegrationType: "AWS_PROXY",
        PayloadFormatVersion: "2.0",
      });
      expect(route?.Properties.AuthorizationType).toBe(signedIn.includes(access) ? "JWT" : "NONE");
      expect(route?.Properties.AuthorizerId === undefined).toBe(!signedIn.includes(access));
    },
  );
});

const logGroups = system.resources("AWS::Logs::LogGroup").map(({ Properties }) => Properties);

describe("functions", () => {
  test("there is one for every entry of the tables, and no others", () => {
    const names = system
      .resources("AWS::Lambda::Function")
      .map(({ Properties }) => Properties.FunctionName);
    expect(names.sort()).toEqual(functionUnits.map(({ id }) => `countersign-prod-${id}`).sort());
    expect(names.filter((name) => name.length > 64)).toEqual([]);
  });

  test.each(functionUnits.map((unit) => [unit.id, unit] as const))(
    "%s: runtime, log and environment of its own",
    (id, unit) => {
      const { resource, json } = system.functionOf(id);
      expect(resource.Properties).toMatchObject({
        Runtime: "nodejs24.x",
        Architectures: ["arm64"],
        Timeout: unit.timeoutSeconds,
        TracingConfig: { Mode: "Active" },
      });
      const log = isLogKept(unit)
        ? logGroups.find(
            ({ LogGroupName }) => LogGroupName === resource.Properties.LoggingConfig.LogGroup,
          )
        : json[resource.Properties.LoggingConfig.LogGroup.Ref]?.Properties;
      expect(log.RetentionInDays).toBe(unit.logsLinks ? 7 : 90);
      const variables = Object.keys(resource.Properties.Environment.Variables);
      expect(variables.filter((name) => !new Set<string>(settingsOf(unit)).has(name))).toEqual([]);
      expect(variables).toEqual(expect.arrayContaining(["STAGE", "VERSION", "BASE_URL"]));
      expect(variables.includes("TABLE_NAME")).toBe(unit.needs.table !== undefined);
    },
  );

  test.each(functionUnits.map((unit) => [unit.id, unit] as const))(
    "%s: may do what its entry needs, and nothing else",
    (id, { needs }) => {
      const allowed = actionsOf(id, "Allow");
      const writes = ["ConditionCheckItem", "DeleteItem", "PutItem", "UpdateItem"];
      const granted = (name: string) => allowed.includes(`dynamodb:${name}`);
      for (const name of ["BatchGetItem", "GetItem", "Query"]) {
        expect(granted(name), name).toBe(needs.table !== undefined);
      }
      for (const name of writes) expect(granted(name), name).toBe(needs.table === "write");
      for (const name of ["Scan", "BatchWriteItem", "PartiQLUpdate", "PartiQLInsert", "*"]) {
        expect(granted(name), name).toBe(false);
      }
      expect(allowed.filter((action) => action.includes("*"))).toEqual([]);
      expect(allowed.includes("secretsmanager:GetSecretValue")).toBe(
        [...(needs.readSecrets ?? []), ...(needs.credentials ?? [])].length > 0,
      );
      expect(allowed.includes("secretsmanager:PutSecretValue")).toBe(
        (needs.writeSecrets ?? []).length > 0,
      );
      if (needs.table === "write") {
        expect(actionsOf(id, "Deny")).toEqual(
          expect.arrayContaining(["dynamodb:DeleteItem", "dynamodb:UpdateItem"]),
        );
      }
    },
  );

  test.each(functionUnits.map((unit) => [unit.id, unit] as const))(
    "%s: reads the entries of the secrets and credentials that it declares, and no other",
    (id, { needs }) => {
      const prefix = "secret:countersign/prod/";
      const resources = (action: string) =>
        system
          .functionOf(id)
          .statements.filter(({ Action }) => listOf(Action).includes(action))
          .flatMap(({ Resource }) => listOf(Resource as string | string[]).map(textOf))
          .map((arn) => arn.slice(arn.indexOf(prefix) + prefix.length));
      const wanted = (names: readonly string[]) =>
        names.flatMap((name) => (name.endsWith("*") ? [name] : [name, `${name}-??????`]));
      const entries = (names: readonly CredentialName[] = []) =>
        names.map((name) => credentialEntries[name]);
      expect(new Set(resources("secretsmanager:GetSecretValue"))).toEqual(
        new Set(wanted([...(needs.readSecrets ?? []), ...entries(needs.credentials)])),
      );
      expect(new Set(resources("secretsmanager:DescribeSecret"))).toEqual(
        new Set(
          wanted([
            ...(needs.describeSecrets ?? []),
            ...(needs.writeSecrets ?? []),
            ...entries(needs.describeCredentials),
          ]),
        ),
      );
    },
  );

  test("the checklist asks whether each credential of the operator but one is set, and reads none", () => {
    const { needs } = functionUnits.find(({ id }) => id === "getSetupChecklist") ?? {};
    const asked = new Set(needs?.describeCredentials);
    const generated = new Set<string>(generatedCredentials);
    const operators = credentialNames.filter((name) => !generated.has(name));
    // The receiver's own variable has no row; the secret that it overrides has one.
    expect(operators.filter((name) => !asked.has(name))).toEqual(["WEBHOOK_HMAC_SECRET"]);
    expect(needs?.credentials).toBeUndefined();
  });

  test("only the two export functions can read the key that signs download links", () => {
    const readers = functionUnits.filter(({ needs }) =>
      needs.credentials?.includes("EXPORT_LINK_KEY"),
    );
    expect(readers.map(({ id }) => id)).toEqual(["exportArtifacts", "downloadExport"]);
    for (const { needs } of readers) expect(needs.credentials).not.toContain("CURSOR_KEY");
  });

  test("no environment contains a credential, and no template resolves one", () => {
    for (const id of functionUnits.map((unit) => unit.id)) {
      const variables = system.functionOf(id).resource.Properties.Environment.Variables;
      expect(Object.keys(variables).filter((name) => isCredentialName(name))).toEqual([]);
      // Likely names of a future setting that should have been a credential.
      const suspects = /(_SECRET|_KEY|_PEM|_PASSWORD|_TOKEN|_CREDENTIALS?)$/;
      expect(Object.keys(variables).filter((name) => suspects.test(name))).toEqual([]);
      expect(textOf(Object.values(variables))).not.toMatch(/resolve:/);
    }
    for (const [name, template] of system.templates) {
      expect(JSON.stringify(template.toJSON()), name).not.toMatch(/resolve:(secretsmanager|ssm)/);
    }
    const settings = functionUnits.flatMap(settingsOf);
    expect(settings.filter((name) => isCredentialName(name))).toEqual([]);
  });

  test("only actions without resource-level permissions are granted on every resource", () => {
    for (const { id } of functionUnits) {
      for (const { Sid, Effect, Resource } of system.functionOf(id).statements) {
        const isEverything = listOf(Resource).includes("*");
        const knowsNone = [
          "Trace",
          "AdministerBusPolicies",
          "MakeLogKey",
          "MakeRowsKey",
          "MakeClearanceKey",
        ].includes(Sid);
        expect(isEverything, `${id} ${Sid}`).toBe(knowsNone && Effect === "Allow");
      }
    }
  });

  test.each(functionUnits.map((unit) => [unit.id, unit] as const))(
    "%s: its role is the policy that the local run enforces",
    (id, { needs }) => {
      const arn = (service: string, rest: string) =>
        `arn:<AWS::Partition>:${service}:<AWS::Region>:<AWS::AccountId>:${rest}`;
      const place = {
        tableArn: arn("dynamodb", "table/countersign-prod"),
        secretArnPrefix: arn("secretsmanager", "secret:countersign/prod/"),
        busArnPrefix: arn("events", "event-bus/"),
        tableKeyArn: keyOf("TableKey"),
        secretsKeyArn: keyOf("SecretsKey"),
        keyArnPrefix: arn("kms", "key/"),
        logKeyTag: "prod",
        mail: null,
        apiArn: arn("execute-api", "<countersign-prod-api-id>/$default"),
        anchorsArn:
          "arn:<AWS::Partition>:s3:::countersign-prod-anchors-<AWS::AccountId>-<AWS::Region>",
        region: "<AWS::Region>",
        account: "<AWS::AccountId>",
        stage: "prod",
      };
      const inTemplate = system
        .functionOf(id)
        .statements.filter(({ Sid }) => !["OwnLog", "Trace", "DeadLetters"].includes(Sid))
        .map(({ Sid, Effect, Action, Resource, Condition }) => ({
          Sid,
          Effect,
          Action: listOf(Action).toSorted(),
          Resource: listOf(Resource).map(textOf).toSorted(),
          ...(Condition === undefined ? {} : { Condition: withTexts(Condition) }),
        }));
      const enforced = statementsFor(needs, place).map((statement) => ({
        ...statement,
        Action: statement.Action.toSorted(),
        Resource: statement.Resource.toSorted(),
      }));
      expect(inTemplate).toEqual(enforced);
    },
  );

  test("lines with links go to a separate group, kept a week, with the links masked", () => {
    const linked = functionUnits.filter(({ logsLinks }) => logsLinks);
    expect(linked.length).toBeGreaterThan(0);
    for (const { id } of linked) {
      const { json, resource } = system.functionOf(id);
      const log = json[resource.Properties.LoggingConfig.LogGroup.Ref]?.Properties;
      expect(log.LogGroupName).toBe(`/countersign/prod/links/${id}`);
      const { Configuration, Statement } = log.DataProtectionPolicy;
      const [identifier] = Configuration.CustomDataIdentifier;
      const link = `https://x.example/counsel/review/${"aZ09_-".padEnd(43, "k")}`;
      expect(new RegExp(identifier.Regex).test(link)).toBe(true);
      expect(Statement[1].Operation).toHaveProperty("Deidentify");
    }
  });

  test("log groups of access and audit belong to the State stack, which no teardown removes", () => {
    const state = system.templates.get("Countersign-prod-State");
    const kept = Object.values(state?.findResources("AWS::Logs::LogGroup") ?? {});
    expect(kept.map(({ Properties }) => Properties.LogGroupName).sort()).toEqual(
      keptLogGroups("prod").sort(),
    );
    expect(keptLogGroups("prod")).toEqual(
      expect.arrayContaining([
        "/countersign/prod/access",
        "/countersign/prod/functions/listAudit",
        "/countersign/prod/functions/sequenceLog",
      ]),
    );
    for (const { DeletionPolicy } of kept) expect(DeletionPolicy).toBe("RetainExceptOnCreate");
  });

  test("a permissions boundary from the command line bounds every role", () => {
    const bounded = synthesize(variants["all that is optional"]);
    const roles = bounded.resources("AWS::IAM::Role");
    expect(roles.length).toBeGreaterThan(functionUnits.length - 1);
    for (const { Properties } of roles) {
      expect(textOf(Properties.PermissionsBoundary)).toMatch(/:policy\/countersign-prod-boundary$/);
    }
  });
});

describe("concurrent executions", () => {
  const sumOf = (of: ReturnType<typeof synthesize>) =>
    of
      .resources("AWS::Lambda::Function")
      .reduce((sum, { Properties }) => sum + (Properties.ReservedConcurrentExecutions ?? 0), 0);
  const webhooks = allRoutes.filter(({ access }) => access === "signed");

  test("three stages fit into an account with the usual quota, and leave people the rest", () => {
    expect(sumOf(system)).toBeGreaterThan(100);
    // AWS keeps 100 unreserved.
    expect(3 * sumOf(system)).toBeLessThanOrEqual(900);
    expect(system.functionOf("expireReviews").resource.Properties).toMatchObject({
      ReservedConcurrentExecutions: 1,
    });
    for (const { id } of webhooks) {
      const { ReservedConcurrentExecutions: own } = system.functionOf(id).resource.Properties;
      expect(own).toBeGreaterThan(50);
    }
  });

  test("every webhook, every job (the courier too) and every machine route has its share of the quota", () => {
    const stage = { lambdaConcurrency: 1000, reserveConcurrency: true };
    const shares = reservations(stage);
    const machines = allRoutes.filter(({ access }) => ["machine", "pipeline"].includes(access));
    const shared = (Object.values(jobs) as readonly Job[]).filter(
      ({ target }) => target !== "sign-in",
    );
    const due = [...webhooks, ...machines, ...shared].map(({ id }) => id);
    expect([...shares.keys()].toSorted()).toEqual(due.toSorted());
    expect(due).toEqual(expect.arrayContaining(["runCourier", "receiveMailEvents"]));
    expect(Math.min(...shares.values())).toBeGreaterThan(0);
  });

  test("docs/scale.md states what is reserved at each quota", () => {
    const text = readFileSync("docs/scale.md", "utf8");
    for (const quota of [1000, 400]) {
      const stage = { lambdaConcurrency: quota, reserveConcurrency: true };
      const of = (id: string) => reservations(stage).get(id);
      const [webhook, job] = [of(webhooks[0]?.id ?? ""), of("discoveryWorker")];
      const shown = quota.toLocaleString("en-US");
      const figures = [reservedSum(stage), webhook, job, of("askFromMachine")].join(" | ");
      expect(text).toContain(`| ${shown} | ${figures} |`);
    }
    const none = { lambdaConcurrency: 10, reserveConcurrency: true };
    const { rate, burst } = webhookThrottle(none) ?? {};
    expect(text).toContain(`| 10 (a new account) | 0 | ${rate} a second, burst ${burst} |`);
  });

  test("an output states how much is reserved", () => {
    const edge = system.templates.get("Countersign-prod-Edge")?.toJSON();
    expect(edge?.Outputs.ReservedConcurrency.Value).toBe(String(sumOf(system)));
  });

  test.each([
    "a small account with what was elsewhere before, mail, and no canary",
    "all that is optional",
  ] as const)(
    "with %s: nothing is reserved, and the API lets in few enough webhooks that others find a place",
    (name) => {
      const small = synthesize(variants[name]);
      expect(sumOf(small)).toBe(0);
      const { RouteSettings } = small.single("AWS::ApiGatewayV2::Stage").Properties;
      const quota = small.parts.stage.lambdaConcurrency;
      const together = webhooks.reduce((sum, { method, path }) => {
        const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } =
          RouteSettings[`${method} ${path}`];
        return sum + burst + rate * 0.5;
      }, 0);
      expect(together).toBeGreaterThan(0);
      expect(together).toBeLessThanOrEqual(quota * 0.4);
    },
  );

  test("with reserved executions the API has no throttle of its own for webhooks", () => {
    const { RouteSettings } = system.single("AWS::ApiGatewayV2::Stage").Properties;
    for (const { method, path } of webhooks) {
      expect(RouteSettings).not.toHaveProperty(`${method} ${path}`);
    }
  });
});

/** `1 minute`, `5 minutes`, `2 hours`, as in a rate expression. */
function inLargestUnit(minutes: number): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, "hour"] : [minutes, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

describe("jobs", () => {
  const jobList = Object.values(jobs) as readonly Job[];
  const rulesOf = (id: string) => {
    const { json, resource } = system.functionOf(id);
    return Object.values(json)
      .filter(({ Type }) => Type === "AWS::Events::Rule")
      .map(({ Properties }) => Properties)
      .filter(({ Targets }) => json[Targets[0].Arn["Fn::GetAtt"][0]] === resource);
  };

  test.each(jobList.map((job) => [job.id, job] as const))(
    "%s is called by its schedule and its event, and by nothing else",
    (id, { schedule, event }) => {
      const called = rulesOf(id).map(
        ({ ScheduleExpression, EventPattern }) => ScheduleExpression ?? EventPattern,
      );
      const everyMinutes = schedule?.everyMinutes;
      expect(called).toEqual([
        ...(everyMinutes === 1440 ? ["cron(0 0 * * ? *)"] : []),
        ...(everyMinutes !== undefined && everyMinutes !== 1440
          ? [`rate(${inLargestUnit(everyMinutes)})`]
          : []),
        ...(event === undefined
          ? []
          : [
              {
                source: [event.source ?? "countersign.prod"],
                "detail-type": event.detailTypes,
                // Another account's events must not pass for our own events or for our SES's.
                account: [{ Ref: "AWS::AccountId" }],
              },
            ]),
      ]);
    },
  );

  test.each(
    jobList.filter(({ target }) => target !== "sign-in").map((job) => [job.id, job] as const),
  )("%s: what fails for good is kept in a queue of its own, encrypted, over TLS only", (id) => {
    const { json, resource, statements } = system.functionOf(id);
    const queueId = resource.Properties.DeadLetterConfig.TargetArn["Fn::GetAtt"][0];
    expect(json[queueId]?.Properties).toMatchObject({
      QueueName: `countersign-prod-${id}-dead`,
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 14 * 24 * 3600,
    });
    const policy = Object.values(json).find(
      ({ Type, Properties }) =>
        Type === "AWS::SQS::QueuePolicy" && Properties.Queues[0].Ref === queueId,
    );
    expect(policy?.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Effect: "Deny",
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      }),
    );
    for (const { Targets } of rulesOf(id)) {
      expect(Targets[0].DeadLetterConfig.Arn["Fn::GetAtt"][0]).toBe(queueId);
    }
    expect(statements.find(({ Sid }) => Sid === "DeadLetters")?.Action).toBe("sqs:SendMessage");
  });

  test("the customers' buses may call the receiver through one permission, only from our account", () => {
    const receivers = jobList.filter(({ target }) => target === "customer-bus");
    const permissions = system
      .resources("AWS::Lambda::Permission")
      .map(({ Properties }) => Properties)
      .filter(({ SourceArn }) => textOf(SourceArn).endsWith(":rule/customer-*/*"));
    expect(permissions).toHaveLength(receivers.length);
    expect(receivers).toHaveLength(1);
    for (const { Principal, SourceAccount, Action } of permissions) {
      expect(Principal).toBe("events.amazonaws.com");
      expect(SourceAccount).toEqual({ Ref: "AWS::AccountId" });
      expect(Action).toBe("lambda:InvokeFunction");
    }
  });
});

describe("the customers' buses", () => {
  const administrators = functionUnits.filter(({ needs }) => needs.buses !== undefined);

  test("are administered by two functions, limited to buses named customer-*", () => {
    expect(administrators.map(({ id }) => id).toSorted()).toEqual([
      "deprovisionEventbus",
      "provisionEventbus",
    ]);
    for (const { id } of functionUnits) {
      const granted = system
        .functionOf(id)
        .statements.filter(({ Sid }) => /^Administer/.test(Sid))
        .map(({ Resource }) => textOf(Resource));
      const arn = "arn:<AWS::Partition>:events:<AWS::Region>:<AWS::AccountId>:";
      const isOne = administrators.some((unit) => unit.id === id);
      expect(granted).toEqual(
        isOne ? [`${arn}event-bus/customer-*`, "*", `${arn}rule/customer-*/*`] : [],
      );
    }
  });

  test("call the receiver by name, and put events that it never accepted into its queue", () => {
    const { json, resource } = system.functionOf("forwardCustomerEvent");
    const queueId = resource.Properties.DeadLetterConfig.TargetArn["Fn::GetAtt"][0];
    const { Variables } = system.functionOf("provisionEventbus").resource.Properties.Environment;
    expect(Variables.CLOUDB_EVENTBUS_RECEIVER_FUNCTION_ID).toBe(resource.Properties.FunctionName);
    expect(Variables.CLOUDB_EVENTBUS_OUR_ACCOUNT_ID).toEqual({ Ref: "AWS::AccountId" });
    expect(textOf(Variables.CLOUDB_EVENTBUS_DEAD_LETTER_QUEUE_ARN)).toBe(
      `arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>:${json[queueId]?.Properties.QueueName}`,
    );
    const policy = Object.values(json).find(
      ({ Type, Properties }) =>
        Type === "AWS::SQS::QueuePolicy" && Properties.Queues[0].Ref === queueId,
    );
    const statement = policy?.Properties.PolicyDocument.Statement.find(
      ({ Sid }: { Sid?: string }) => Sid === "CustomerBuses",
    );
    expect(statement).toMatchObject({
      Effect: "Allow",
      Action: "sqs:SendMessage",
      Principal: { Service: "events.amazonaws.com" },
      Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
    });
    expect(textOf(statement.Condition.ArnLike["aws:SourceArn"])).toMatch(/:rule\/customer-\*\/\*$/);
  });
});

describe("the app", () => {
  test("every stack stays under 400 resources", () => {
    for (const [name, template] of system.templates) {
      const count = Object.keys(template.toJSON().Resources).length;
      expect(count, name).toBeLessThan(400);
    }
  });

  test("every resource that supports tags has project and stage", () => {
    const types = [
      "AWS::Lambda::Function",
      "AWS::IAM::Role",
      "AWS::SQS::Queue",
      "AWS::SNS::Topic",
      "AWS::S3::Bucket",
      "AWS::KMS::Key",
      "AWS::SecretsManager::Secret",
      "AWS::Logs::LogGroup",
      "AWS::DynamoDB::Table",
    ];
    for (const type of types) {
      const found = system.resources(type);
      expect([type, found.length > 0]).toEqual([type, true]);
      for (const { Properties } of found) {
        expect([type, Properties.Tags]).toEqual([
          type,
          expect.arrayContaining([
            { Key: "project", Value: "countersign" },
            { Key: "stage", Value: "prod" },
          ]),
        ]);
      }
    }
  });
});
