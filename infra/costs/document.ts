import type { Inventory } from "./inventory.ts";
import type { MeasuredCosts } from "./measured.ts";
import { PRICES_OF, type PricedRegion, pricedRegions, prices, type Usd } from "./prices.ts";
import {
  addedLines,
  assumptions,
  bankLines,
  deliveryLines,
  drillLines,
  eachLines,
  eventLines,
  fixedLines,
  type Line,
  optionalLines,
  reviewLines,
  totalOf,
} from "./scenarios.ts";

/** docs/costs.md, computed from a stage's resources and the bench's figures. */
export function costsDocument(inventory: Inventory, measured: MeasuredCosts): string {
  const { functions, alarms, alarmMetrics } = inventory;
  const reviews = (count: number) =>
    `| ${count.toLocaleString("en-US")} |${cells(totalOf(reviewLines(count, measured)))}`;
  const months = [
    `| reviews a month |${heads}`,
    `| ---: |${rules}`,
    ...[1, 100, 10_000].map(reviews),
  ];
  return `${[
    "# What a stage costs a month",
    "`npm run costs` writes this page from the synthesized templates, the bench's figures (infra/costs/measured.json) and the list prices below. " +
      "Amounts are in USD for 30 days, without free tiers, discounts, taxes and data that leaves AWS for the " +
      "internet. Check them with AWS's calculator before you rely on them.",
    `A stage has ${functions} functions and ${alarms} alarms, which watch ${alarmMetrics} metrics.`,
    "## Fixed costs",
    table(fixedLines(inventory, measured)),
    "## Reviews",
    "The costs of a review from the request to the decision's leaf in the evidence log and the certificate, including everything that people look at on the way. They are added to the fixed costs.",
    months.join("\n"),
    "Of 10,000:",
    table(reviewLines(10_000, measured)),
    "## Deliveries of a source host",
    "One a second:",
    table(deliveryLines(1, measured)),
    "A hundred a second:",
    table(deliveryLines(100, measured)),
    "Storage grows: it adds the same amount again every month. [scale.md](scale.md) says what to do. " +
      "A delivery that is refused costs less: one audit row, no run.",
    "## Events from customers' buses",
    "One a second:",
    table(eventLines(1, measured)),
    ...usesSection(inventory, measured),
    "## What is off by default",
    "Each of these is one option of the stage ([settings.md](settings.md)). AWS Backup keeps each day's copy in full, " +
      "so the figures are for a table of 10 GB once all copies exist.",
    rows(optionalLines(inventory)),
    "## Your own figures",
    "`npm run costs -- --region eu-central-1 --reviews 1000 --deliveries 5 --run-seconds 2` prints the costs of a month in that " +
      "region, with these numbers of reviews, of deliveries a second, and of seconds that a run of the worker takes.",
    "## A restore drill",
    rows(drillLines()),
    "## What is assumed",
    assumptionTable(),
    ...pricesSection(),
  ].join("\n\n")}\n`;
}

const usesSection = (inventory: Inventory, measured: MeasuredCosts): string[] => [
  "## One of each",
  rows(eachLines(measured)),
  "These figures do not include models, which tenants pay to their own providers.",
  "## A bank, and ten of them",
  "A bank has 20 frameworks, 2,000 reviews and 2,000,000 webhooks a month; its pipelines ask 10,000 times, and its rooms have 100 visits.",
  "One bank:",
  table(bankLines(1, inventory, measured)),
  "Ten banks in one stage:",
  table(bankLines(10, inventory, measured)),
  "## What signed rows, their replay and the feed add",
  "For 2,000 reviews a month:",
  table(addedLines(2000, measured)),
];

const pricesSection = (): string[] => [
  "## Prices",
  `List prices of ${pricedRegions.map((region) => `${region} as of ${PRICES_OF[region]}`).join(", of ")}; ` +
    "they are only in `infra/costs/prices.ts`.",
  priceTable(),
];

/** The load of a month. */
export interface Load {
  reviews: number;
  /** Per second. */
  deliveries: number;
  /** Per run of the worker. */
  runSeconds: number;
}

/** The costs of a month with this load in one region, as lines for a terminal. */
export function estimate(
  region: PricedRegion,
  load: Load,
  inventory: Inventory,
  measured: MeasuredCosts,
): string {
  const { reviews, deliveries, runSeconds } = load;
  const parts: [string, readonly Line[]][] = [
    ["fixed costs", fixedLines(inventory, measured)],
    [`${reviews} reviews`, reviewLines(reviews, measured)],
    [
      `${deliveries} deliveries a second, runs of ${runSeconds} s`,
      deliveryLines(deliveries, measured, runSeconds),
    ],
  ];
  const row = (what: string, lines: readonly Line[]) =>
    `${usd(totalOf(lines)[region]).padStart(14)}  ${what}`;
  return [
    `USD a month, ${region}, list prices of ${PRICES_OF[region]}:`,
    ...parts.map(([what, lines]) => row(what, lines)),
    row(
      "in all",
      parts.flatMap(([, lines]) => lines),
    ),
  ].join("\n");
}

const usd = (amount: number): string =>
  amount.toLocaleString("en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: amount === 0 || amount >= 0.01 ? 2 : amount >= 0.0001 ? 4 : 7,
  });

const heads = pricedRegions.map((region) => ` USD, ${region} |`).join("");
const rules = pricedRegions.map(() => " ---: |").join("");
const cells = (cost: Usd, show: (amount: number) => string = usd): string =>
  pricedRegions.map((region) => ` ${show(cost[region])} |`).join("");

const rows = (lines: readonly Line[]): string =>
  [
    `| | how many |${heads}`,
    `| --- | ---: |${rules}`,
    ...lines.map(({ what, amount, usd: cost }) => `| ${what} | ${amount} |${cells(cost)}`),
  ].join("\n");

const table = (lines: readonly Line[]): string =>
  [rows(lines), `| **in all** | |${cells(totalOf(lines), (sum) => `**${usd(sum)}**`)}`].join("\n");

const priceTable = (): string =>
  [
    `|${heads} for | source |`,
    `|${rules} --- | --- |`,
    ...Object.values(prices).map(
      ({ usd: cost, count, per, source }) =>
        `|${cells(cost, String)} ${count.toLocaleString("en-US")} ${per} | <${source}> |`,
    ),
  ].join("\n");

function assumptionTable(): string {
  const { gbSecondsOfCall, gbSecondsOfRun, logKilobytes, people, runSeconds } = assumptions;
  const { busyMetrics, callsOfReview, runsOfDelivery, sequencer } = assumptions;
  const { instances, polls, rowWrites, replayReads } = assumptions;
  return [
    "| | |",
    "| --- | --- |",
    `| a call of a function | ${gbSecondsOfCall} GB-s: 50 ms of 512 MB |`,
    `| a scheduled run | ${gbSecondsOfRun} GB-s: 300 ms of 512 MB |`,
    `| a run of the worker | ${runSeconds} s of 512 MB |`,
    `| logs of a call | ${logKilobytes} KB |`,
    `| a run of the sequencer, if the bench has no figure for it | ${sequencer.reads} reads, ${sequencer.writes} writes |`,
    `| requests for each review | ${callsOfReview} |`,
    `| deliveries that enqueue a run | ${runsOfDelivery * 100} % |`,
    `| instances that write a signed row | ${instances.toLocaleString("en-US")} |`,
    `| added to the rows of a review by signatures and commitments | ${rowWrites} write units |`,
    `| read by a decision to show that rows are signed | ${replayReads} read units |`,
    `| requests from a collector of the feed | ${polls.toLocaleString("en-US")} |`,
    `| people who sign in | ${people} |`,
    `| pairs of operation and outcome that occur every hour | ${busyMetrics} |`,
  ].join("\n");
}
