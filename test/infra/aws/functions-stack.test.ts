import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { distFolder } from "../../../infra/build.ts";
import { functionUnits, settingsOf } from "../../../infra/functions.ts";
import { statementsFor } from "../../../infra/policies.ts";
import { allRoutes } from "../../../shared/routes/index.ts";
import { jobs } from "../../../shared/routes/jobs.ts";
import { listOf, synthesize, textOf } from "../../support/stacks.ts";

const system = synthesize();
const signedIn = ["user", "org", "platform"];

const actionsOf = (id: string, effect: string): string[] =>
  system
    .functionOf(id)
    .statements.filter(({ Effect }) => Effect === effect)
    .flatMap(({ Action }) => listOf(Action));

describe("routes", () => {
  test("every entry of the route table is exactly one route, and there is no other", () => {
    const keys = system
      .resources("AWS::ApiGatewayV2::Route")
      .map(({ Properties }) => Properties.RouteKey);
    expect(keys.sort()).toEqual(allRoutes.map(({ method, path }) => `${method} ${path}`).sort());
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

describe("functions", () => {
  test("there is one for every entry of the tables, and no other", () => {
    const names = system
      .resources("AWS::Lambda::Function")
      .map(({ Properties }) => Properties.FunctionName);
    expect(names.sort()).toEqual(functionUnits.map(({ id }) => `countersign-prod-${id}`).sort());
    expect(names.filter((name) => name.length > 64)).toEqual([]);
  });

  test.each(functionUnits.map((unit) => [unit.id, unit] as const))(
    "%s: runtime, bundle, log and environment of its own",
    (id, unit) => {
      const { resource, json } = system.functionOf(id);
      expect(resource.Properties).toMatchObject({
        Runtime: "nodejs24.x",
        Architectures: ["arm64"],
        Timeout: unit.timeoutSeconds,
        TracingConfig: { Mode: "Active" },
      });
      expect(existsSync(`${distFolder}/${id}/index.js`)).toBe(true);
      const log = json[resource.Properties.LoggingConfig.LogGroup.Ref]?.Properties;
      expect(log.RetentionInDays).toBe(unit.logsLinks ? 7 : 90);
      const variables = Object.keys(resource.Properties.Environment.Variables);
      expect(variables.filter((name) => !settingsOf(unit).includes(name))).toEqual([]);
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
        (needs.readSecrets ?? []).length > 0,
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

  test("only tracing is granted on every resource, and only tables, secrets and logs by name", () => {
    for (const { id } of functionUnits) {
      for (const { Sid, Effect, Resource } of system.functionOf(id).statements) {
        const isEverything = listOf(Resource).includes("*");
        expect(isEverything, `${id} ${Sid}`).toBe(Sid === "Trace" && Effect === "Allow");
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
        tableKeyArn: null,
        secretsKeyArn: null,
        region: "<AWS::Region>",
      };
      const inTemplate = system
        .functionOf(id)
        .statements.filter(
          ({ Sid }) => !["OwnLog", "Trace", "TableKey", "SecretsKey"].includes(Sid),
        )
        .map(({ Sid, Effect, Action, Resource, Condition }) => ({
          Sid,
          Effect,
          Action: listOf(Action).toSorted(),
          Resource: listOf(Resource).map(textOf).toSorted(),
          ...(Condition === undefined ? {} : { Condition }),
        }));
      const enforced = statementsFor(needs, place).map((statement) => ({
        ...statement,
        Action: statement.Action.toSorted(),
        Resource: statement.Resource.toSorted(),
      }));
      expect(inTemplate).toEqual(enforced);
    },
  );

  test("lines with links stand in a group apart, kept a week, the links masked", () => {
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

  test("a burst of webhooks cannot use up what people need; a small account reserves nothing", () => {
    const reservedSum = (of: ReturnType<typeof synthesize>) =>
      of
        .resources("AWS::Lambda::Function")
        .reduce((sum, { Properties }) => sum + (Properties.ReservedConcurrentExecutions ?? 0), 0);
    expect(reservedSum(system)).toBeLessThanOrEqual(900);
    expect(system.functionOf("expireReviews").resource.Properties).toMatchObject({
      ReservedConcurrentExecutions: 1,
    });
    expect(reservedSum(synthesize({ lambdaConcurrency: "10" }))).toBe(0);
  });
});

describe("schedules", () => {
  test.each(Object.values(jobs).map((job) => [job.id, job] as const))(
    "%s runs by the clock, and a run that fails for good is kept",
    (id, { schedule }) => {
      const { json, resource } = system.functionOf(id);
      const rules = Object.values(json).filter(
        ({ Type, Properties }) =>
          Type === "AWS::Events::Rule" &&
          json[Properties.Targets[0].Arn["Fn::GetAtt"][0]] === resource,
      );
      expect(rules).toHaveLength(1);
      const { ScheduleExpression, Targets } = rules[0]?.Properties ?? {};
      expect(ScheduleExpression).toBe(
        schedule.everyMinutes === 1440
          ? "cron(0 0 * * ? *)"
          : `rate(${schedule.everyMinutes} minutes)`,
      );
      expect(Targets[0].DeadLetterConfig).toBeDefined();
    },
  );
});

describe("the app", () => {
  test("every stack stays under 400 resources", () => {
    for (const [name, template] of system.templates) {
      const count = Object.keys(template.toJSON().Resources).length;
      expect(count, name).toBeLessThan(400);
    }
  });

  test("every resource that takes tags says project and stage", () => {
    for (const { Properties } of system.resources("AWS::Lambda::Function")) {
      expect(Properties.Tags).toEqual(
        expect.arrayContaining([
          { Key: "project", Value: "countersign" },
          { Key: "stage", Value: "prod" },
        ]),
      );
    }
  });
});
