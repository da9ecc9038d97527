/** The texts of Home. */
export const t = {
  title: "What waits for you",
  nothing: "Nothing waits for you. Everything is in order.",
  expiring: (n: number, isMore: boolean) =>
    `${isMore ? `More than ${n}` : n} ${n === 1 ? "review expires" : "reviews expire"} within 3 days`,
  remarks: {
    objection: (n: number) =>
      `Counsel objected to ${n === 1 ? "one rule" : `${n} rules`}: amend and request again`,
    wish: (n: number) => `Counsel wishes changes of ${n === 1 ? "one rule" : `${n} rules`}`,
  },
  undeliverable: {
    bounced: (n: number) =>
      `Mail about ${n} ${n === 1 ? "review" : "reviews"} bounced: correct the address or forward a link`,
    complained: (n: number) =>
      `Mail about ${n} ${n === 1 ? "review" : "reviews"} was reported as unwanted: speak with counsel`,
  },
  stuck: (n: number) =>
    `${n} ${n === 1 ? "mail waits" : "mails wait"} for the mail provider for over 10 minutes`,
  outbox: "Outbox of this local run",
  drifted: (n: number, book: string) =>
    `${n} ${n === 1 ? "rule has" : "rules have"} changed since approval: ${book}`,
  starting: (n: number, book: string) =>
    `${n} ${n === 1 ? "rule starts" : "rules start"} to apply within 90 days: ${book}`,
  notSet: (n: number) => `${n} setup ${n === 1 ? "step is" : "steps are"} not done`,
  reauthorize: (n: number) =>
    `${n} ${n === 1 ? "connection needs" : "connections need"} a new authorisation`,
  deadLetters: (n: number) =>
    `${n} discovery ${n === 1 ? "run was" : "runs were"} given up after the last try (dead letters)`,
  failedRuns: (n: number) => `${n} discovery ${n === 1 ? "run has" : "runs have"} failed lately`,
  lastRunFailed: (n: number) =>
    `The last discovery run of ${n === 1 ? "one connection" : `${n} connections`} failed`,
  begin: "Begin here",
  steps: {
    tenant: "Create a tenant",
    counsel: "Register counsel",
    review: "Request your first review",
  },
  connect: "Connect your first environment",
  sample: "Or look at a system in use",
  sampleWords:
    "This is a local run. It can fill itself with half a year of work: four counsel, forty reviews in every state, amendments, two tenants with connections, runs and deliveries. It takes about 20 seconds.",
  sampleAct: "Fill it with half a year of work",
  sampleBusy: "Half a year is being made",
  sampleFailed: "It was not filled",
  budget: (spent: number, cap: number) =>
    `The extractors have spent ${spent.toFixed(2)} of ${cap.toFixed(2)} USD this month`,
  undecided: {
    prohibited: (n: number, isMore: boolean) =>
      `${n}${isMore ? "+" : ""} prohibited by the facts found; nobody has decided`,
    high_risk: (n: number, isMore: boolean) =>
      `${n}${isMore ? "+" : ""} high-risk by the facts found; nobody has decided`,
  },
} as const;
