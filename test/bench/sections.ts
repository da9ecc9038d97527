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
      "Bytes of its bundle that a function loads when it starts, compared with the limit of 352 KB (1 KB = 1000 bytes), or of 400 KB for functions that judge rows by the replay.",
    limit: 1,
    rows: async () => (await import("./bundles.ts")).bundlesRows(),
  },
  cold: {
    title: "Cold start",
    about:
      "Time of the whole process from spawn to the first answer, which the function gives before it does any work, because nobody is signed in and the request names no resource. It is the median of interleaved rounds, compared with a bare handler that answers 200 and was started just before. Busy: milliseconds for which the function's thread was at work. Jobs and public documents that are read from the table have no such early answer. Their figure is the first answer from the table, and is not judged here.",
    limit: 2.4,
    rows: async () => (await import("./cold.ts")).coldRows(),
  },
  firstCall: {
    title: "First answer from the table",
    about:
      "Time of the whole process from spawn to the first answer to a request that reaches the table (writes end at their body), including the database's answer; the median of interleaved rounds. It is compared with two baselines that were started just before. The first is the cheapest possible read: one item, requested over node:http with a signature made by hand, without any library. The second uses only the packages that every function has: one item through the SDK's document client behind middy and zod, bundled like a function. Busy: milliseconds for which the function's thread was at work; they say more than the ratio if the machine has other work. Targets: 1.75 for the median and 2.1 for any function, compared with the read signed by hand; 1.1 and 1.4, compared with the packages.",
    limit: 2.1,
    rows: async () => (await import("./cold.ts")).firstCallRows(),
  },
  split: {
    title: "Why a first answer costs what it does",
    about:
      "Milliseconds of the thread's CPU time that the ten most expensive functions need until their first answer, in parts: Node itself, loading the bundle, the first answer (clients, connections, and the work itself), compared with the packages alone. Then the same request again, which is the work without clients and connections.",
    limit: null,
    rows: async () => (await import("./split.ts")).splitRows(),
  },
  endpoints: {
    title: "DynamoDB per endpoint",
    about:
      "Sequential round trips (the longest chain of calls that do not overlap), calls and consumed capacity units (r read, w write, indexes included) of one request in its own system. Unless the row says otherwise, the function has cached nothing yet. The ratio compares the round trips with the number that the function may make.",
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
      "One call that asks about a book of 500 approved rules, by wording and by id, also with every wording amended before or after the import, compared with the coverage of the same book: round trips, read units (both at most twice those of coverage) and medians of the time.",
    limit: 2,
    shown: [/round trips/, /read units/, /p50/],
    rows: async () => (await import("./clearance.ts")).clearanceRows(),
  },
  certificate: {
    title: "First certificate",
    about:
      "Time of the whole process from spawn to the whole first certificate, drawn from the embedded table and measured at the function itself: the minimum of nine starts, because other work on the machine only adds to it, and the median. Busy: milliseconds for which the function's thread was at work. The figures are compared with the limit of 1.5 s, and with a bare handler that was started just before each. A review has at most a hundred rules and a panel at most nine counsel. No time-stamp authority is asked.",
    limit: 1,
    shown: [/./],
    rows: async () => (await import("./certificate.ts")).certificateRows(),
  },
  log: {
    title: "Evidence log",
    about:
      "Appending one leaf, and making and verifying proofs, for logs of several sizes, over tiles in memory (times are medians, sizes are maxima): everything grows with the logarithm. The ratio compares the bytes of the inclusion proof.",
    limit: 4,
    rows: async () => (await import("./log.ts")).logRows(),
  },
  courier: {
    title: "Courier",
    about:
      "The read units of a courier run with many messages that are not due; and the time for due mails, each with its outcome and audit row, compared with the minute in which they must be sent.",
    limit: 1,
    rows: async () => (await import("./courier.ts")).courierRows(),
  },
  sourcehost: {
    title: "Source-host webhook",
    about:
      "Verification compared with a bare HMAC and with the reference library, the whole handler compared with that library's middleware (medians, measured in turns), and a burst of 5,000 deliveries through the local gateway.",
    limit: null,
    shown: [/15 KB against/, /p99/],
    rows: async () => (await import("./sourcehost.ts")).sourcehostRows(),
  },
  heat: {
    title: "Partition heat at 1,000 webhooks a second",
    about:
      "The writes of the receiver itself (300 tenants, few of which make most of the traffic), and of the worker: the hottest partition of each kind in any second, compared with what a partition can take.",
    limit: 1,
    shown: [/DELIVERIES/, /busiest/, /on average/],
    rows: async () => (await import("./partition-heat.ts")).partitionHeatRows(),
  },
  page: {
    title: "Counsel page",
    about:
      "Time from pressing the button until a hundred rules are on the screen, on a CPU that is slowed down four times, compared with loading the same text as a bare HTML page (medians).",
    limit: 3,
    rows: async () => (await import("./page.ts")).pageRows(),
  },
  console: {
    title: "Console",
    about:
      "Time until heading and rows are drawn, with the provider's session alive, on a CPU that is slowed down four times at 1.6 Mbit/s and 150 ms a request (medians), compared with a bare page that fetches the same rows. OpenID Connect requires three more requests for a reload: to the provider, back (fetched meanwhile), and for the token.",
    limit: null,
    rows: async () => (await import("./console.ts")).consoleRows(),
  },
  screens: {
    title: "Screens of a full system",
    about:
      "The console's screens with 100,000 reviews and 5,000 artifacts, compared with 500 and 250: requests, bytes of answers, elements, read units of all functions together, and milliseconds until Chromium shows the whole screen (the minimum of seven; reported but not judged, because the two measurements are minutes apart). The ratio compares the bytes with their limit.",
    limit: 1,
    shown: [/Home|inventory|coverage|\/reviews among/],
    rows: async () => (await import("./noted-rows.ts")).ownRows("screens"),
  },
  issuer: {
    title: "Token issuer",
    about:
      "The two public documents from a warm function, and tokens minted a second, compared with Node's bare RS256 signing.",
    limit: null,
    shown: [/minted/, /warm/],
    rows: async () => (await import("./issuer.ts")).issuerRows(),
  },
  extractors: {
    title: "Extractors",
    about:
      "The chain's overhead over a bare call to the same upstream, and how many failure modes it survives, compared with a popular gateway.",
    limit: null,
    shown: [/chain over/, /survived/],
    rows: async () => (await import("./extractors.ts")).extractorRows(),
  },
  sweeps: {
    title: "Sweeps and long runs",
    about:
      "All tests at full size. Tests that try a sample in every test run here try every case (each call at which a process may die, each of the sender's own examples, hundreds at once); the figure is the number of cases, all of which ended as expected. Long tests report each figure with its limit.",
    limit: 1,
    shown: [/live heap/, /longest wait/, /generated/],
    rows: async () => (await import("./noted-rows.ts")).sweepsRows(),
  },
  discovery: {
    title: "Discovery",
    about:
      "The reads of a tick with few and with many connections, none of which is due; and a full run of the source host, compared with a bare fetch of the same pages with as many requests in flight. Each answer comes after a wait that the row names.",
    limit: 1.2,
    rows: async () => (await import("./discovery.ts")).discoveryRows(),
  },
};
