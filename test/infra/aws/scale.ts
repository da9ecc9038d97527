import { readFileSync } from "node:fs";
import { CfnResource } from "aws-cdk-lib";
import { expect, test } from "vitest";
import { reservations } from "#infra/aws/concurrency.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { synthesize } from "#test/support/stacks.ts";

/* Checks that the counts in docs/scale.md match the templates. */

const system = synthesize();
const lines = readFileSync("docs/scale.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) => line.split("|").map((cell) => cell.trim()));

/** The cells of the row about a quota, after the quota itself. */
const rowOf = (grows: string, quota: RegExp): string =>
  (lines.find(([, first, second]) => first === grows && quota.test(second ?? "")) ?? [])
    .slice(3)
    .join(" | ");

/** Our own limit, well below CloudFormation's. */
const MAX_RESOURCES = 400;

test("resources of an endpoint, and the stacks that share them", () => {
  const ofEach = system.parts.functions
    .flatMap(({ functions }) => functions)
    .map(({ node }) => node.findAll().filter(CfnResource.isCfnResource).length)
    .sort((a, b) => a - b);
  // Some endpoints have more: an alarm, a schedule or a queue of their own.
  const ofOne = ofEach[Math.floor(ofEach.length / 2)] ?? 0;
  const names = system.parts.functions.map(({ stackName }) => stackName.split("-").at(-1));
  const row = rowOf("endpoints", /500 resources/);
  expect(row).toMatch(new RegExp(`^${ofOne} \\(`));
  expect(row).toContain(`${Math.floor(MAX_RESOURCES / ofOne)} endpoints in one stack`);
  expect(row).toContain(`(${names.join(", ")})`);
});

test("stages that fit into one account's roles", () => {
  const roles = system.resources("AWS::IAM::Role").length;
  expect(rowOf("endpoints", /1,000 roles/)).toContain(`| ${Math.floor(1000 / roles)} stages`);
});

test("throttles and shares", () => {
  const { DefaultRouteSettings: all, RouteSettings: own } = system.single(
    "AWS::ApiGatewayV2::Stage",
  ).Properties;
  const [counsel] = Object.values(own as Record<string, { ThrottlingRateLimit: number }>);
  expect(rowOf("requests", /10,000 a second/)).toContain(
    `every route at ${all.ThrottlingRateLimit.toLocaleString("en-US")}, counsel routes at ${counsel?.ThrottlingRateLimit}`,
  );
  const shares = reservations({ lambdaConcurrency: 1000, reserveConcurrency: true });
  const webhook = allRoutes.find(({ access }) => access === "signed")?.id ?? "";
  expect(rowOf("requests", /1,000 concurrent/)).toContain(
    `each webhook channel has ${shares.get(webhook)} of its own, each event-driven job ${shares.get("discoveryWorker")}`,
  );
});
