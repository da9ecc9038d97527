import type { Row } from "./row.ts";

export interface Section {
  title: string;
  /** What value, baseline and ratio mean. */
  about: string;
  /** The highest ratio that is still ok; null for a section without a target. */
  limit: number | null;
  /** The rows that docs/contributing/bench.md shows; without them, the median and the highest ratio. */
  shown?: readonly RegExp[];
  rows: () => Promise<Row[]>;
}

/** The report's sections, in order; `npm run bench -- <id> …` runs only the named ones. */
export const sections: Readonly<Record<string, Section>> = {
  bundles: {
    title: "Bundle sizes",
    about:
      "Bytes of a function's bundle that a start of it loads, against the limit of 352 KB (1 KB = 1000 bytes), or of 400 KB for those that judge rows by the replay.",
    limit: 1,
    rows: async () => (await import("./bundles.ts")).bundlesRows(),
  },
  cold: {
    title: "Cold start",
    about:
      "Whole-process time from spawn to the first answer, given at the function's door, median of interleaved rounds, against a bare handler that answers 200 started just before; busy: milliseconds that the function's thread was at work. Jobs and public documents that are read from the table have no door: theirs is the first answer from the table, and not judged here.",
    limit: 2.4,
    rows: async () => (await import("./cold.ts")).coldRows(),
  },
  firstCall: {
    title: "First answer from the table",
    about:
      "Whole-process time from spawn to the first answer to a request that reaches the table (writes end at their body), the database's answer included, median of interleaved rounds, against the least that a read can cost, started just before: one item read by a request signed by hand over node:http, without any library; and against the least with the packages that every function has: one item through the SDK's document client behind middy and zod, bundled as a function is. Busy: milliseconds that the function's thread was at work, which tell more than the ratio where the machine has other work. The targets: median 1.75 and any function 2.1 of the read signed by hand, median 1.1 and any function 1.4 of the packages.",
    limit: 2.1,
    rows: async () => (await import("./cold.ts")).firstCallRows(),
  },
  split: {
    title: "Why a first answer costs what it does",
    about:
      "Milliseconds of the thread's CPU time that the ten dearest functions take until their first answer, by parts: Node itself, loading the bundle, the first answer (clients, connections, and the work itself), beside the packages alone; and the same request again, which is the work without clients and connections.",
    limit: null,
    rows: async () => (await import("./split.ts")).splitRows(),
  },
  endpoints: {
    title: "DynamoDB per endpoint",
    about:
      "Sequential round trips (the longest chain of calls that do not overlap), calls and consumed capacity units (r read, w write, indexes included) of one request in a system of its own, to a function that knows nothing yet unless the row says otherwise, against the round trips it may make.",
    limit: 1,
    rows: async () => (await import("./endpoints.ts")).endpointsRows(),
  },
  growth: {
    title: "Growth",
    about:
      "What one request costs when the table is a hundred times as large and has seven rule books with 5,000 rules; the expiry job has the same number of overdue reviews in both.",
    limit: 1.5,
    rows: async () => (await import("./growth.ts")).growthRows(),
  },
  clearance: {
    title: "Clearance of a rule book",
    about:
      "A book of 500 approved rules asked in one call, by wording, by id, with every wording amended before it is imported, and after it was, beside the coverage of the same book: round trips, read units (both at most twice those of coverage) and medians of the time.",
    limit: 2,
    shown: [/round trips/, /read units/, /p50/],
    rows: async () => (await import("./clearance.ts")).clearanceRows(),
  },
  certificate: {
    title: "First certificate",
    about:
      "Whole-process time from spawn to the whole first certificate, drawn from the embedded table, at the function's door: the least of nine starts, since other work on the machine only adds to it, and the median; busy: milliseconds that the function's thread was at work. Beside the bound of 1.5 s, and a bare handler started just before each. A hundred rules are the most that a review has, nine counsel the most of a panel; no time-stamp authority is asked.",
    limit: 1,
    shown: [/./],
    rows: async () => (await import("./certificate.ts")).certificateRows(),
  },
  log: {
    title: "Evidence log",
    about:
      "Appending one leaf, and proofs made and verified, by the log's size, over tiles in memory (medians; sizes are the largest): everything grows with the logarithm. The ratio is of the inclusion proof's bytes.",
    limit: 4,
    rows: async () => (await import("./log.ts")).logRows(),
  },
  courier: {
    title: "Courier",
    about:
      "A run of the courier beside messages that are not due, in read units; and due mails, each with its outcome and audit row, against the minute in which they are to be sent.",
    limit: 1,
    rows: async () => (await import("./courier.ts")).courierRows(),
  },
  sourcehost: {
    title: "Source-host webhook",
    about:
      "Verification against a bare HMAC and against the reference library, the whole handler against its middleware (medians, taking turns), and a burst of 5,000 deliveries through the local gateway.",
    limit: null,
    shown: [/15 KB against/, /p99/],
    rows: async () => (await import("./sourcehost.ts")).sourcehostRows(),
  },
  heat: {
    title: "Partition heat at 1,000 webhooks a second",
    about:
      "The writes of the receiver itself (300 tenants, few of which make most of the traffic), and of the worker: the hottest partition of each kind in any second, against what a partition takes.",
    limit: 1,
    shown: [/DELIVERIES/, /busiest/, /on average/],
    rows: async () => (await import("./partition-heat.ts")).partitionHeatRows(),
  },
  page: {
    title: "Counsel page",
    about:
      "From the button to a hundred rules on the screen on a CPU slowed four times, beside loading the same text as a bare HTML page (medians).",
    limit: 3,
    rows: async () => (await import("./page.ts")).pageRows(),
  },
  console: {
    title: "Console",
    about:
      "Until heading and rows are drawn, with the provider's session alive, on a CPU slowed four times at 1.6 Mbit/s and 150 ms a request (medians), beside a bare page that fetches the same rows. A reload has three further requests by the nature of OpenID Connect: to the provider, back (fetched meanwhile), and for the token.",
    limit: null,
    rows: async () => (await import("./console.ts")).consoleRows(),
  },
  screens: {
    title: "Screens of a full system",
    about:
      "The console's screens among 100,000 reviews and 5,000 artifacts, beside 500 and 250: requests, bytes of answers, elements, read units of all functions together, and milliseconds until the whole screen stands in Chromium (the least of seven; told, not judged, as the two are minutes apart). The ratio is of the bytes beside their bound.",
    limit: 1,
    shown: [/Home|inventory|coverage|\/reviews among/],
    rows: async () => (await import("./noted-rows.ts")).ownRows("screens"),
  },
  issuer: {
    title: "Token issuer",
    about:
      "The two public documents warm, and tokens minted a second against node's bare RS256 signing.",
    limit: null,
    shown: [/minted/, /warm/],
    rows: async () => (await import("./issuer.ts")).issuerRows(),
  },
  extractors: {
    title: "Extractors",
    about:
      "The chain's overhead over a bare call to the same upstream, and which failure modes are survived, beside a popular gateway.",
    limit: null,
    shown: [/chain over/, /survived/],
    rows: async () => (await import("./extractors.ts")).extractorRows(),
  },
  sweeps: {
    title: "Sweeps and long runs",
    about:
      "All tests at full size: those that try a sample in every test run, with everything (each call at which a process may die, each of the sender's own examples, hundreds at once; how many cases were tried, each as expected), and long ones, each figure beside its bound.",
    limit: 1,
    shown: [/live heap/, /longest wait/, /generated/],
    rows: async () => (await import("./noted-rows.ts")).sweepsRows(),
  },
  discovery: {
    title: "Discovery",
    about:
      "Reads of a tick with few and with many connections of which none is due; a full run of the source host beside a bare fetch of the same pages, as many in flight, each answer after a wait that the row names.",
    limit: 1.2,
    rows: async () => (await import("./discovery.ts")).discoveryRows(),
  },
};
