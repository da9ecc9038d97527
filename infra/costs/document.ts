import type { Inventory } from "./inventory.ts";
import type { MeasuredCosts } from "./measured.ts";
import { PRICES_OF, prices } from "./prices.ts";
import {
  assumptions,
  deliveryLines,
  eventLines,
  fixedLines,
  type Line,
  reviewLines,
  totalOf,
} from "./scenarios.ts";

/** docs/costs.md, computed from a stage's resources and the bench's measurements. */
export function costsDocument(inventory: Inventory, measured: MeasuredCosts): string {
  const { functions, alarms, alarmMetrics } = inventory;
  const reviews = (count: number) =>
    `| ${count.toLocaleString("en-US")} | ${usd(totalOf(reviewLines(count, measured)))} |`;
  return `${[
    "# What a stage costs a month",
    "Written by `npm run costs` from the synthesized templates, from [bench.md](bench.md) and from the list prices below; " +
      "`npm test` holds it against them. USD, us-east-1, 30 days, without free tiers, discounts, taxes and what " +
      "leaves AWS for the internet. Check it against the calculator before you rely on it.",
    `A stage has ${functions} functions and ${alarms} alarms, which watch ${alarmMetrics} metrics.`,
    "## Whatever happens",
    table(fixedLines(inventory, measured)),
    "Where that is too much for a trial: the alarms on each function's errors and throttles are most of it.",
    "## Reviews",
    "From the request to the decision's leaf in the evidence log, with what is looked at on the way; beside the part above.",
    [
      "| reviews a month | USD |",
      "| ---: | ---: |",
      reviews(1),
      reviews(100),
      reviews(10_000),
    ].join("\n"),
    "Of 10,000:",
    table(reviewLines(10_000, measured)),
    "## Deliveries of a source host",
    "One a second:",
    table(deliveryLines(1, measured)),
    "A hundred a second:",
    table(deliveryLines(100, measured)),
    "Storage adds the same again every month: it is what grows. [scale.md](scale.md) says what to do. " +
      "A delivery that is refused costs less: one audit row, no run.",
    "## Events from customers' buses",
    "One a second:",
    table(eventLines(1, measured)),
    "## A restore drill",
    `Of a table of 10 GB: restored for ${usd(10 * prices.restored.usd)}, read twice for ${usd((2 * 10 * 1024 * 1024 * prices.read.usd) / 8 / prices.read.count)}.`,
    "## What is assumed",
    assumptionTable(),
    "## Prices",
    `As of ${PRICES_OF}; \`infra/costs/prices.ts\` is the one place that names them.`,
    priceTable(),
  ].join("\n\n")}\n`;
}

const usd = (amount: number): string =>
  amount.toLocaleString("en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: amount > 0 && amount < 0.01 ? 4 : 2,
  });

const table = (lines: readonly Line[]): string =>
  [
    "| | how many | USD |",
    "| --- | ---: | ---: |",
    ...lines.map(({ what, amount, usd: cost }) => `| ${what} | ${amount} | ${usd(cost)} |`),
    `| **in all** | | **${usd(totalOf(lines))}** |`,
  ].join("\n");

const priceTable = (): string =>
  [
    "| USD | for | source |",
    "| ---: | --- | --- |",
    ...Object.values(prices).map(
      ({ usd: cost, count, per, source }) =>
        `| ${cost} | ${count.toLocaleString("en-US")} ${per} | <${source}> |`,
    ),
  ].join("\n");

function assumptionTable(): string {
  const { gbSecondsOfCall, gbSecondsOfRun, logKilobytes, people } = assumptions;
  const { busyMetrics, callsOfReview, runsOfDelivery, sequencer } = assumptions;
  return [
    "| | |",
    "| --- | --- |",
    `| a call of a function | ${gbSecondsOfCall} GB-s: 50 ms of 512 MB |`,
    `| a scheduled run | ${gbSecondsOfRun} GB-s: 300 ms of 512 MB |`,
    `| logs of a call | ${logKilobytes} KB |`,
    `| a run of the sequencer, where bench.md has no row of it | ${sequencer.reads} reads, ${sequencer.writes} writes |`,
    `| requests that go with a review | ${callsOfReview} |`,
    `| deliveries that enqueue a run | ${runsOfDelivery * 100} % |`,
    `| people who sign in | ${people} |`,
    `| operations and outcomes with answers in every hour | ${busyMetrics} |`,
  ].join("\n");
}
