import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, test } from "vitest";
import type { CanaryResult } from "#shared/use-cases/service/run-canary.ts";
import type { AwsAnswer } from "../../bin/aws/cli.ts";
import { deployStage } from "../../bin/deploy/deploy-stage.ts";

const place = { account: "111122223333", region: "us-east-1", profile: null, env: {} };

interface World {
  /** Outputs by stack. A stack that is not listed does not exist. */
  stacks?: Record<string, Record<string, string>>;
  /** Another region that has a State stack of that name. */
  elsewhere?: string;
  quota?: { all: number; unreserved: number };
  /** The canary's results, one for each run; the last one is repeated. */
  canary?: (CanaryResult | "broken")[];
  /** Item DEPLOYMENT / ASSEMBLY. */
  kept?: Record<string, unknown>;
  /** The evidence log's name in its head, LOG#HEAD / META; undefined: the log has not begun. */
  log?: string;
  secret?: string;
}

/** Deploys in a world of canned answers, and records every call that the deployment makes. */
async function deployIn(
  world: World,
  options: Record<string, unknown> = {},
  more: { isUngated?: boolean; first?: string } = {},
) {
  const { stacks = {}, quota = { all: 1000, unreserved: 1000 }, canary = [] } = world;
  const calls: string[] = [];
  const said: string[] = [];
  const stored: string[] = [];
  let runs = 0;
  const done = (output: unknown): AwsAnswer => ({
    outcome: "done",
    output: typeof output === "string" ? output : JSON.stringify(output),
  });
  const answers: Record<string, (args: readonly string[], input?: string) => AwsAnswer> = {
    "ec2 describe-regions": () =>
      done({
        Regions: ["ap-south-1", "eu-central-1", "us-east-1"].map((RegionName) => ({ RegionName })),
      }),
    "cloudformation describe-stacks": (args) => {
      const [name = "", flag, region] = args.slice(args.indexOf("--stack-name") + 1);
      if (name === "Countersign-prod-Firewall") {
        expect([flag, region]).toEqual(["--region", "us-east-1"]);
      } else if (flag === "--region") {
        if (region === "ap-south-1") return { outcome: "refused", reason: "AccessDenied" };
        return region === world.elsewhere
          ? done({ Stacks: [{}] })
          : { outcome: "refused", reason: "Stack x does not exist" };
      }
      const outputs = stacks[name.split("-").at(-1) ?? ""];
      if (outputs === undefined) return { outcome: "refused", reason: "Stack x does not exist" };
      const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({
        OutputKey,
        OutputValue,
      }));
      return done({ Stacks: [{ Outputs }] });
    },
    "lambda get-account-settings": () =>
      done({
        AccountLimit: {
          ConcurrentExecutions: quota.all,
          UnreservedConcurrentExecutions: quota.unreserved,
        },
      }),
    "lambda invoke": (args) => {
      const result = canary[Math.min(runs++, canary.length - 1)];
      writeFileSync(args.at(-1) ?? "", JSON.stringify(result));
      return done(result === "broken" ? { FunctionError: "Unhandled" } : { StatusCode: 200 });
    },
    "dynamodb get-item": (args) => {
      const isHead = args.includes('{"pk":{"S":"LOG#HEAD"},"sk":{"S":"META"}}');
      const head = world.log && { head: { origin: world.log, size: 4 } };
      const item = isHead ? head : world.kept;
      return done(item ? { Item: marshall(item) } : "");
    },
    "dynamodb put-item": (_, input = "") => {
      stored.push(input);
      return done("");
    },
    "s3 cp": (args) => {
      // A kept assembly comes back as the archive that was put there.
      const [, , from = "", to = ""] = args;
      if (from.startsWith("s3:")) spawnSync("tar", ["-czf", to, "-T", "/dev/null"]);
      return done("");
    },
    "secretsmanager get-secret-value": (args) =>
      world.secret === undefined || args.at(-1) === "AWSPREVIOUS"
        ? { outcome: "refused", reason: "ResourceNotFoundException" }
        : done({ SecretString: world.secret, VersionId: "v1" }),
    "secretsmanager get-random-password": () => done({ RandomPassword: "r".repeat(64) }),
    "secretsmanager create-secret": (_, input) => {
      world.secret = input ?? "";
      return done({});
    },
  };
  const failure = await deployStage(
    { stage: "prod", options, passedOn: [], isUngated: false, first: null, ...more },
    {
      place,
      aws: (args, input) => {
        calls.push(args.join(" "));
        const answer = answers[args.slice(0, 2).join(" ")];
        if (answer === undefined) throw new Error(`No answer for aws ${args.join(" ")}.`);
        return answer(args, input);
      },
      cdk: (...args) => {
        calls.push(`cdk ${args.join(" ")}`);
        if (args[0] === "synth") assemblyIn(args[args.indexOf("--output") + 1] ?? "");
      },
      say: (line) => said.push(line),
      built: () => ({ version: "1.0.0", commit: "new" }),
      now: () => "2026-11-22T10:00:00.000Z",
      pause: 0,
    },
  ).then(
    () => null,
    (error: Error) => error.message,
  );
  const cdk = calls.filter((call) => call.startsWith("cdk"));
  return { failure, calls, cdk, said: said.join("\n"), stored, world };
}

function assemblyIn(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const of = (name: string) => `\${AWS::${name}}`;
  const bucketName = `cdk-hnb659fds-assets-${of("AccountId")}-${of("Region")}`;
  const files = { a: { destinations: { here: { bucketName } } } };
  writeFileSync(join(folder, "Countersign-prod-State.assets.json"), JSON.stringify({ files }));
}

const passed: CanaryResult = { outcome: "ok", steps: 12, review_id: "r", commit: "new" };
const old: CanaryResult = { ...passed, commit: "old" };
const failed: CanaryResult = { outcome: "failed", step: "decide", fault: "It answered 503." };
const unready: CanaryResult = { outcome: "unready", step: "request the review", fault: "503." };
const kept = {
  bucket: "assets",
  key: "countersign/prod/x.tgz",
  version: "1.0.0",
  commit: "old",
  deployed_at: "2026-11-01T00:00:00.000Z",
};
const deployed = { State: { Options: "APP_URL" }, Edge: { ReservedConcurrency: "297" } };
const options = { APP_URL: "https://app.example.com" };

describe("what is deployed", () => {
  test("is synthesized once, published without a prompt, and kept by name in bucket and table", async () => {
    const { failure, cdk, calls, stored } = await deployIn({ canary: [passed] });
    expect(failure).toBeNull();
    const [synth = "", publish = "", ...more] = cdk;
    expect(more).toEqual([]);
    expect(synth).toMatch(/-c stage=prod -c countersign:quota=1000$/);
    const folder = /--output (\S+)/.exec(synth)?.[1];
    expect(publish).toBe(`cdk deploy --all --app ${folder} --require-approval never`);
    const copy = calls.find((call) => call.startsWith("s3 cp"));
    expect(copy).toMatch(
      / s3:\/\/cdk-hnb659fds-assets-111122223333-us-east-1\/countersign\/prod\/2026-11-22-new-[0-9a-f]{16}\.tgz /,
    );
    expect(JSON.parse(stored[0] ?? "")).toMatchObject({
      pk: { S: "DEPLOYMENT" },
      sk: { S: "ASSEMBLY" },
      commit: { S: "new" },
      deployed_at: { S: "2026-11-22T10:00:00.000Z" },
    });
  });

  test("begins with the stack that a function leaves, if the operator names it", async () => {
    const { cdk } = await deployIn({ canary: [passed] }, {}, { first: "Reviews" });
    const folder = /--output (\S+)/.exec(cdk[0] ?? "")?.[1];
    expect(cdk.slice(1)).toEqual([
      `cdk deploy Countersign-prod-Reviews --exclusively --app ${folder} --require-approval never`,
      `cdk deploy --all --app ${folder} --require-approval never`,
    ]);
  });

  test.each([{}, { APP_URL: "" }])("drops no option of the deployed stage: %j", async (given) => {
    const { failure, cdk } = await deployIn({ stacks: deployed }, given);
    expect(failure).toMatch(/APP_URL.*cdk\.context\.prod\.json/);
    expect(cdk).toEqual([]);
    const { failure: none } = await deployIn(
      { stacks: deployed, canary: [passed] },
      { APP_URL: null },
    );
    expect(none).toBeNull();
  });
});

describe("the gate", () => {
  test("waits until the new version answers", async () => {
    const { failure, said } = await deployIn({ canary: [old, old, passed] });
    expect(failure).toBeNull();
    expect(said).toContain("passed all 12 steps");
  });

  test.each([
    ["a step fails", failed],
    ["the canary itself fails", "broken" as const],
    ["the old version goes on answering", { ...passed, commit: "other" }],
  ])(
    "puts the previous assembly back when %s, and does not keep the new one",
    async (_, result) => {
      const canary = [...Array(5).fill(result), old];
      const { failure, cdk, said, stored } = await deployIn(
        { stacks: deployed, canary, kept },
        options,
      );
      expect(failure).toBe(
        "The new version failed and commit old is deployed again: The canary's review passed all 12 steps.",
      );
      expect(cdk.at(-1)).toMatch(
        /^cdk deploy --all --app \S+countersign-previous-\S+ --require-approval never$/,
      );
      expect(said).toContain("Putting back commit old of 2026-11-01T00:00:00.000Z");
      expect(stored).toEqual([]);
    },
  );

  test("reports when the previous version fails as well", async () => {
    const { failure } = await deployIn({ stacks: deployed, canary: [failed], kept }, options);
    expect(failure).toMatch(/commit old is deployed again, but its canary fails too/i);
  });

  test("leaves a failing first version in place and fails, but passes a version that is not set up yet", async () => {
    const first = await deployIn({ canary: [failed] });
    expect(first.failure).toMatch(/no earlier one to put back/);
    const day = await deployIn({ canary: [unready] });
    expect([day.failure, day.said]).toEqual([null, expect.stringContaining("not set up yet")]);
  });

  test("can be left out", async () => {
    const { failure, calls } = await deployIn({}, {}, { isUngated: true });
    expect(failure).toBeNull();
    expect(calls.filter((call) => call.startsWith("lambda invoke"))).toEqual([]);
  });
});

describe("concurrent executions", () => {
  test("follow the account's quota, and a new account reserves nothing and the deployment says so", async () => {
    const { cdk, said } = await deployIn({ quota: { all: 10, unreserved: 10 }, canary: [passed] });
    expect(cdk[0]).toMatch(/countersign:quota=10$/);
    expect(said).toContain("the API throttles webhooks instead");
  });

  test("three stages fit into the usual quota; the fourth is refused before anything is published", async () => {
    let unreserved = 1000;
    for (let stage = 1; stage <= 3; stage++) {
      const { failure, said } = await deployIn({
        quota: { all: 1000, unreserved },
        canary: [passed],
      });
      expect(failure).toBeNull();
      unreserved -= Number(/reserves (\d+)/.exec(said)?.[1]);
    }
    const { failure, cdk } = await deployIn({ quota: { all: 1000, unreserved } });
    expect(failure).toMatch(/only \d+ can still be reserved.*reserveConcurrency/);
    expect(cdk).toEqual([]);
  });

  test("what the stage itself reserves counts as free for it", async () => {
    const quota = { all: 1000, unreserved: 120 };
    const { failure } = await deployIn({ stacks: deployed, quota, canary: [passed] }, options);
    expect(failure).toBeNull();
    // Half a first deployment: the stack that states the sum is not there.
    const parts = {
      Reviews: { ReservedConcurrency: "200" },
      Clearance: { ReservedConcurrency: "97" },
    };
    const half = { State: { Options: "none" }, ...parts };
    expect((await deployIn({ stacks: half, quota, canary: [passed] })).failure).toBeNull();
  });

  test("a quota that the account does not have is refused", async () => {
    const { failure } = await deployIn({}, { lambdaConcurrency: 5000 });
    expect(failure).toMatch(/^lambdaConcurrency is 5000/);
  });
});

describe("a change of address", () => {
  const gateway = "https://a1b2.execute-api.us-east-1.amazonaws.com";
  const at = (base: string) => ({
    State: { Options: "none" },
    Edge: {
      ...{ BaseUrl: base, AppUrl: base, OidcIssuer: `${base}/oidc`, ReservedConcurrency: "0" },
      LogOrigin: `${new URL(base).host}/evidence/log`,
    },
  });
  const certificate = { certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/0" };
  const moved = { domainName: "api.example.com", ...certificate };

  test("keeps the issuer, and warns about it and about passkeys", async () => {
    const { cdk, said } = await deployIn({ stacks: at(gateway), canary: [passed] }, moved);
    expect(cdk[0]).toContain(`countersign:kept-issuer=${gateway}/oidc`);
    expect(said).toMatch(/naming the issuer https:\/\/a1b2\S+\/oidc.*OIDC_ISSUER_URL moves it/);
    expect(said).toMatch(/every counsel with a key has to enrol again/);
  });

  test("keeps the evidence log's name", async () => {
    const { cdk } = await deployIn({ stacks: at(gateway), canary: [passed] }, moved);
    const name = `${new URL(gateway).host}/evidence/log`;
    expect(cdk[0]).toContain(`countersign:kept-origin=${name}`);
  });

  test("after a teardown, or half a first deployment, keeps the name that the log itself has", async () => {
    const log = "old/evidence/log";
    for (const more of [{}, { Edge: {} }]) {
      const stacks = { State: { Options: "none" }, ...more };
      const { cdk } = await deployIn({ stacks, log, canary: [passed] }, moved);
      expect(cdk[0]).toContain(`countersign:kept-origin=${log}`);
      const { cdk: first } = await deployIn({ stacks, canary: [passed] }, moved);
      expect(first[0]).not.toContain("kept-origin");
    }
  });

  test("after a teardown, knows the addresses that the last deployment recorded", async () => {
    const { stored } = await deployIn(
      { stacks: at("https://old.example.com"), canary: [passed] },
      {
        ...{ domainName: "old.example.com", ...certificate },
      },
    );
    const addressesAt = (base: string) => ({
      addresses: { base_url: base, app_url: base, issuer: `${base}/oidc` },
    });
    expect(unmarshall(JSON.parse(stored[0] ?? ""))).toMatchObject(
      addressesAt("https://old.example.com"),
    );
    const again = (base: string, options: Record<string, unknown>) => {
      const stacks = { State: { Options: "none" } };
      return deployIn(
        { stacks, kept: { ...kept, ...addressesAt(base) }, canary: [passed] },
        options,
      );
    };
    const refused = await again("https://old.example.com", moved);
    expect(refused.failure).toMatch(/old\.example\.com would stop answering.*formerDomainName/);
    const both = { ...moved, formerDomainName: "old.example.com" };
    const { cdk, said } = await again("https://old.example.com", both);
    expect(cdk[0]).toContain("countersign:kept-issuer=https://old.example.com/oidc");
    expect(said).toMatch(/every counsel with a key has to enrol again/);
    // API Gateway never gives an address a second time.
    const lost = await again(gateway, {});
    expect([lost.failure, lost.cdk[0]]).toEqual([null, expect.not.stringContaining("kept-issuer")]);
    expect(lost.said).toMatch(/issuer https:\/\/a1b2\S+\/oidc, which is gone/);
    expect(lost.said).toMatch(/every counsel with a key has to enrol again/);
  });

  test("moves the issuer when told to", async () => {
    const told = { ...moved, OIDC_ISSUER_URL: "https://api.example.com/oidc" };
    const { cdk } = await deployIn({ stacks: at(gateway), canary: [passed] }, told);
    expect(cdk[0]).not.toContain("kept-issuer");
  });

  test("from one domain to another is refused until the old one is kept or the issuer moved", async () => {
    const stacks = at("https://old.example.com");
    const refused = await deployIn({ stacks }, moved);
    expect(refused.failure).toMatch(/old\.example\.com would stop answering.*formerDomainName/);
    expect(refused.cdk).toEqual([]);
    const both = { ...moved, formerDomainName: "old.example.com" };
    expect((await deployIn({ stacks, canary: [passed] }, both)).failure).toBeNull();
  });

  test("prints no note when the address stays the same", async () => {
    const { said } = await deployIn(
      { stacks: at("https://api.example.com"), canary: [passed] },
      moved,
    );
    expect(said).not.toContain("Note:");
  });
});

const firewall = { Firewall: { WebAclArn: "arn:aws:wafv2:us-east-1:1:global/webacl/x/1" } };

test("the front's secret is made once and never appears on a command line", async () => {
  const given = { canary: [passed], stacks: firewall };
  const { cdk, calls, world } = await deployIn(given, { front: true });
  expect(cdk[1]).toMatch(/countersign:front-hashes=[0-9a-f]{64} -c countersign:front-version=v1 /);
  expect(calls.join("\n")).not.toContain(world.secret);
});

test("the front's firewall is deployed first, in the region it needs, and the stage gets its ARN", async () => {
  const given = { canary: [passed], stacks: firewall };
  const { cdk } = await deployIn(given, { front: true });
  expect(cdk[0]).toMatch(
    /^cdk deploy Countersign-prod-Firewall -c stage=prod -c countersign:quota=1000 /,
  );
  expect(cdk[1]).toMatch(
    /^cdk synth .*-c countersign:web-acl=arn:aws:wafv2:us-east-1:1:global\/webacl\/x\/1$/,
  );
  expect((await deployIn({ canary: [passed] })).cdk.join()).not.toContain("Firewall");
});

test("a deployed stage cannot change its region, and nothing is deployed", async () => {
  const { failure, cdk } = await deployIn({ elsewhere: "eu-central-1", canary: [passed] });
  expect(failure).toMatch(/^The stage prod is deployed in eu-central-1, and its region cannot/);
  expect(failure).toContain('Put "region": "eu-central-1" into cdk.context.prod.json');
  expect(cdk).toEqual([]);
  // A region that may not be looked at, or that has no such stage, is no obstacle.
  expect((await deployIn({ canary: [passed] })).failure).toBeNull();
});
