import { describe, expect, test } from "vitest";
import { functionUnits } from "#infra/functions.ts";
import { listOf, synthesize, textOf, variants } from "#test/support/stacks.ts";

/* Two stages in one account and region: one could affect the other through anything shared. */
const stages = [
  synthesize(),
  synthesize(variants["a small account with what was elsewhere before, mail, and no canary"]),
] as const;
type Stage = (typeof stages)[number];

/** `Type name` of every resource that the templates name themselves. */
function namesIn(stage: Stage): string[] {
  return [...stage.templates].flatMap(([stack, template]) => [
    `stack ${stack}`,
    ...Object.values(template.toJSON().Resources as Record<string, Named>).flatMap(
      ({ Type, Properties = {} }) =>
        Object.entries(Properties)
          .filter(([key]) => /(Name|^Domain)$/.test(key) && !ofOthers.has(key))
          .map(([, value]) => textOf(value))
          .filter((name) => !/^<[^<>]*>$/.test(name))
          .map((name) => `${Type} ${name}`),
    ),
    ...Object.values(template.toJSON().Outputs ?? {}).flatMap((output) => {
      const { Export } = output as { Export?: { Name: unknown } };
      return Export === undefined ? [] : [`export ${textOf(Export.Name)}`];
    }),
  ]);
}

interface Named {
  Type: string;
  Properties?: Record<string, unknown>;
}

/** A metric is identified by its namespace and dimensions, an API's stage by its API. */
const ofOthers = new Set(["MetricName", "StageName"]);

/** A stage's rules, without those for AWS's events about the account's keys and certificates. */
const rulesIn = (stage: Stage) =>
  stage
    .resources("AWS::Events::Rule")
    .map(({ Properties }) => Properties)
    .filter(({ EventPattern }) => !EventPattern?.source?.[0]?.startsWith("aws."));

describe("two stages in one account", () => {
  test("share no account-wide name", () => {
    const [one, other] = stages.map(namesIn) as [string[], string[]];
    expect(one.length).toBeGreaterThan(300);
    // Each of these belongs to the stage's own pool or API.
    const others = new Set(other);
    expect(one.filter((name) => others.has(name)).toSorted()).toEqual([
      "AWS::ApiGatewayV2::Authorizer SignIn",
      "AWS::Cognito::UserPoolGroup org-admin",
      "AWS::Cognito::UserPoolGroup platform-admin",
      "AWS::Cognito::UserPoolGroup reader",
    ]);
  });

  test("never trigger each other: an event's source names its stage, and a role may publish no other", () => {
    const sources = stages.map((stage) =>
      rulesIn(stage).flatMap(({ EventPattern }) => EventPattern?.source ?? []),
    );
    expect(sources.map((each) => [...new Set(each)])).toEqual([
      ["countersign.prod"],
      ["countersign.staging"],
    ]);
    for (const [i, stage] of stages.entries()) {
      const announcing = functionUnits.filter(({ needs }) => needs.events !== undefined);
      expect(announcing.length).toBeGreaterThan(0);
      for (const { id } of announcing) {
        const put = stage
          .functionOf(id)
          .statements.filter(({ Action }) => listOf(Action).includes("events:PutEvents"));
        expect(put.map(({ Condition }) => Condition)).toEqual([
          {
            "ForAnyValue:StringEquals": { "events:source": sources[i]?.[0] },
            // An operator's events are not among them, so no function can begin a removal.
            "ForAllValues:StringEquals": {
              "events:detail-type": ["MessagePromised", "DiscoveryJobQueued"],
            },
          },
        ]);
      }
    }
  });

  test("every rule names its events or its schedule, and calls a function of its own stack", () => {
    for (const stage of stages) {
      for (const { EventPattern, ScheduleExpression, Targets } of rulesIn(stage)) {
        expect(EventPattern?.source ?? ScheduleExpression).toBeDefined();
        for (const { Arn } of Targets) expect(Object.keys(Arn)).toEqual(["Fn::GetAtt"]);
      }
    }
  });

  test("read and write only under their own names", () => {
    const [one, other] = stages.map((stage) =>
      functionUnits.flatMap(({ id }) =>
        stage
          .functionOf(id)
          .statements.flatMap(({ Resource }) => listOf(Resource as unknown[]).map(textOf)),
      ),
    ) as [string[], string[]];
    const others = new Set(other);
    const shared = one.filter((resource) => others.has(resource));
    // May be shared: `*` without a resource type; customers' roles and buses; keys, which a condition
    // on their tag separates.
    const known = [
      /^\*$/,
      /:role\//,
      /:(event-bus|rule)\/(customer-\*|default)/,
      /:key\/\*$/,
      /<.*>/,
    ];
    expect(shared.filter((name) => !known.some((pattern) => pattern.test(name)))).toEqual([]);
  });
});
