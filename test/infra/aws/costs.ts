import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { costsDocument } from "#infra/costs/document.ts";
import { inventoryOf } from "#infra/costs/inventory.ts";
import { measuredCosts } from "#infra/costs/measured.ts";
import { pricedRegions } from "#infra/costs/prices.ts";
import { fixedLines, reviewLines, totalOf } from "#infra/costs/scenarios.ts";
import { synthesize } from "#test/support/stacks.ts";

const inventory = () =>
  inventoryOf([...synthesize().templates.values()].map((template) => template.toJSON()));

test("docs/costs.md matches templates, bench and prices; npm run costs writes it", () => {
  expect(readFileSync("docs/costs.md", "utf8")).toBe(costsDocument(inventory(), measuredCosts()));
});

test("functions, alarms and the metrics that alarms watch are counted from the templates", () => {
  const { functions, alarms, alarmMetrics, scheduledRuns } = inventory();
  const system = synthesize();
  expect(functions).toBe(system.resources("AWS::Lambda::Function").length);
  expect(alarms).toBe(system.resources("AWS::CloudWatch::Alarm").length);
  // A service level's alarm reads two metrics.
  expect(alarmMetrics).toBe(alarms + 2 + 2);
  // At least the sequencer's runs, one a minute.
  expect(scheduledRuns).toBeGreaterThan(30 * 24 * 60);
});

test.each(pricedRegions)(
  "a stage that nobody uses costs less than 45 USD a month in %s",
  (region) => {
    const lines = fixedLines(inventory(), measuredCosts());
    expect(lines.find(({ what }) => what === "keys")?.amount).toBe(
      String(synthesize().resources("AWS::KMS::Key").length),
    );
    expect(totalOf(lines)[region]).toBeLessThan(45);
  },
);

test.each(pricedRegions)(
  "a review from the request to the certificate costs less than a cent in %s, without models",
  (region) => {
    expect(totalOf(reviewLines(1, measuredCosts()))[region]).toBeLessThan(0.01);
  },
);

test("a schedule that cannot be counted is refused, as is a row missing from the bench", () => {
  const rule = { Type: "AWS::Events::Rule", Properties: { ScheduleExpression: "at(noon)" } };
  expect(() => inventoryOf([{ Resources: { rule } }])).toThrow(
    "Runs of at(noon) cannot be counted.",
  );
  expect(() => measuredCosts({})).toThrow(
    'infra/costs/measured.json has no row "a delivery on average: written".',
  );
  expect(() => measuredCosts().units("job nothing")).toThrow('no row "job nothing"');
});
