/**
 * The regions whose list prices we keep here, with the day of each list. The prices are in USD, without
 * free tiers or volume discounts.
 */
export const PRICES_OF = { "us-east-1": "2026-11-21", "eu-central-1": "2026-11-24" } as const;

export type PricedRegion = keyof typeof PRICES_OF;

export const pricedRegions = Object.keys(PRICES_OF) as PricedRegion[];

/** An amount of money in each region. */
export type Usd = Readonly<Record<PricedRegion, number>>;

const page = (path: string): string => `https://aws.amazon.com/${path}/`;
const dynamodb = page("dynamodb/pricing/on-demand");
const cloudwatch = page("cloudwatch/pricing");
const lambda = page("lambda/pricing");
const kms = page("kms/pricing");
const s3 = page("s3/pricing");

interface Price {
  usd: Usd;
  /** The unit that the price applies to. */
  per: string;
  /** The number of units that `usd` buys. */
  count: number;
  source: string;
}

/** @param usd one price for every region, or one each for us-east-1 and eu-central-1 */
const price = (
  usd: number | readonly [number, number],
  count: number,
  per: string,
  source: string,
): Price => {
  const [virginia, frankfurt] = typeof usd === "number" ? [usd, usd] : usd;
  return { usd: { "us-east-1": virginia, "eu-central-1": frankfurt }, per, count, source };
};
const MILLION = 1_000_000;

export const prices = {
  write: price([0.625, 0.7625], MILLION, "write units of the table", dynamodb),
  read: price([0.125, 0.1525], MILLION, "read units of the table", dynamodb),
  stored: price([0.25, 0.306], 1, "GB of the table in a month", dynamodb),
  recovery: price([0.2, 0.2448], 1, "GB under point-in-time recovery in a month", dynamodb),
  restored: price([0.15, 0.1836], 1, "GB restored", dynamodb),
  call: price(0.2, MILLION, "calls of functions", lambda),
  gbSecond: price(0.0000133334, 1, "GB-second of a function (arm64)", lambda),
  request: price([1, 1.2], MILLION, "requests to the HTTP API", page("api-gateway/pricing")),
  event: price(
    1,
    MILLION,
    "custom events (AWS's own events and schedules are free)",
    page("eventbridge/pricing"),
  ),
  log: price([0.5, 0.63], 1, "GB of logs taken in", cloudwatch),
  alarmMetric: price(0.1, 1, "metric of an alarm in a month", cloudwatch),
  metric: price(
    0.3,
    1,
    "custom metric in a month, by the hours in which it has values",
    cloudwatch,
  ),
  insightRule: price(0.5, 1, "Contributor Insights rule in a month", cloudwatch),
  dashboard: price(3, 1, "dashboard in a month", cloudwatch),
  trace: price(5, MILLION, "traces recorded", page("xray/pricing")),
  key: price(1, 1, "key in a month", kms),
  keyUse: price(0.03, 10_000, "uses of a symmetric key", kms),
  signature: price(
    0.15,
    10_000,
    "signatures of an asymmetric key other than RSA 2048 (Ed25519, ML-DSA-44)",
    kms,
  ),
  secret: price(0.4, 1, "secret in a month", page("secrets-manager/pricing")),
  secretRead: price(0.05, 10_000, "reads of secrets", page("secrets-manager/pricing")),
  object: price([0.005, 0.0054], 1000, "objects put", s3),
  webAcl: price(5, 1, "web ACL in a month", page("waf/pricing")),
  webRule: price(1, 1, "rule of a web ACL in a month", page("waf/pricing")),
  webRequest: price(0.6, MILLION, "requests that a web ACL looks at", page("waf/pricing")),
  frontRequest: price(
    [0.01, 0.012],
    10_000,
    "HTTPS requests to CloudFront",
    page("cloudfront/pricing"),
  ),
  backup: price([0.1, 0.1224], 1, "GB of the table's backups in a month", page("backup/pricing")),
  transfer: price(0.02, 1, "GB copied to another region", page("backup/pricing")),
  person: price(0.02, 1, "person who signs in in a month (Plus)", page("cognito/pricing")),
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof prices;

/** What an amount costs in each region. */
export const costOf = (name: PriceName, amount: number): Usd =>
  inEach((region) => (amount * prices[name].usd[region]) / prices[name].count);

export const inEach = (cost: (region: PricedRegion) => number): Usd => ({
  "us-east-1": cost("us-east-1"),
  "eu-central-1": cost("eu-central-1"),
});
