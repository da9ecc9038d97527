/*
 * The closed list of all kinds of items in the table. For each kind it says what the item contains,
 * which file reads and writes it, what it says about people, how long it is kept, whether it follows
 * from other items, whether it leaves with its tenant, and what a restore drill asks of it.
 * docs/keys.md, docs/data-protection.md, the export and the drill derive from this list, and a test
 * finds a kind that is missing here. No function loads it.
 */

export interface Entity<K extends string = string> {
  /** The key, in the notation of docs/keys.md: `PK#<id> / SK`. */
  key: K;
  /** The file of shared/store that reads and writes it. */
  file: string;
  /** What the item says about people; null: nothing. */
  personal: string | null;
  /** How long it is kept. DynamoDB removes items that are kept for a limited time. */
  kept: "always" | "while it waits" | `for ${string}`;
  /** Whether the item follows from other items, and can be written anew from them. */
  derived: boolean;
  /**
   * Whether it can be a tenant's. If so, it is in the tenant's export, and goes when the tenant is
   * removed.
   */
  ofTenant: boolean;
  /**
   * What a restore drill does with it. `compared`: an audit row must explain every difference since the
   * point in time; `demanded`: in addition, other items or rows demand that it is there; `proven`: the
   * signatures of the evidence log prove it; `machinery`: it changes without rows (counters, claims,
   * progress), and is only counted.
   */
  drill: "demanded" | "compared" | "proven" | "machinery";
}

const COUNSEL = "counsel's name, firm, bar registration and e-mail address";
const ACTOR = "the user id of the person who acted";
const WORDS = "what counsel wrote";
const ASKER = "the user id and e-mail address of the person who asked";
const QUOTED = "what a model quoted from the customer's text";

type More = Partial<Omit<Entity, "key" | "file" | "personal">>;

/** A kind that says something about people. @param file without its `.ts` */
const personal = <const K extends string>(
  key: K,
  file: string,
  what: string | null,
  more: More = {},
): Entity<K> => ({
  key,
  file: `${file}.ts`,
  personal: what,
  kept: "always",
  derived: false,
  ofTenant: false,
  drill: "compared",
  ...more,
});

/** A kind that says nothing about people. */
const plain = <const K extends string>(key: K, file: string, more?: More): Entity<K> =>
  personal(key, file, null, more);

const machinery = { drill: "machinery" } as const;
const demanded = { drill: "demanded" } as const;
const derivedDemanded = { ...demanded, derived: true } as const;
const proven = { drill: "proven" } as const;
const derivedMachinery = { ...machinery, derived: true } as const;
const tenantMachinery = { ...machinery, ofTenant: true } as const;
/** A tenant's machinery that is kept for a time. */
const passing = (kept: Entity["kept"]): More => ({ ...tenantMachinery, kept });

/** An item belongs to the first kind whose key fits. */
const registry = {
  // Rows, and the evidence log
  rowWords: personal(
    "AUDIT#<resource type>#<resource id> / WORDS#<sort key of the row>",
    "audit",
    WORDS,
    demanded,
  ),
  row: personal(
    "AUDIT#<resource type>#<resource id> / <created_at>#<place>",
    "audit",
    `${ACTOR}; in rows of reviews and counsel also ${COUNSEL}; in rows of artifacts the reasons that a person gave`,
    proven,
  ),
  chainHead: plain("CHAIN#<resource type>#<resource id> / HEAD", "row-chains", { derived: true }),
  waitingRow: plain("LOGOUT#<key of a row> / <sort key of the row>", "log-outbox", machinery),
  loggedRow: plain("LOGROW#<row hash> / META", "log-rows", derivedMachinery),
  logSubject: plain("LOGSUBJECT#<subject> / META", "log-subjects", derivedMachinery),
  newestCheckpoint: plain("LOG#CHECKPOINT / META", "log-checkpoints", proven),
  checkpoint: plain("LOG#CHECKPOINTS / <size>", "log-checkpoints", proven),
  logStamp: plain("LOG#STAMPS / <size>", "log-checkpoints", machinery),
  logFork: plain("LOG#FORK / META", "log-checkpoints", machinery),
  logKeys: plain("LOG#KEYS / META", "log-keys", proven),
  logHead: plain("LOG#HEAD / META", "log", proven),
  logTile: plain("LOG#TILE#<level>#<index> / META", "log", proven),
  logEntries: plain("LOG#ENTRIES#<index> / META", "log", proven),
  logProgress: plain("LOG#PROGRESS / META", "log", machinery),
  writer: plain("WRITER#<SHA-256 of the public key> / META", "own-writer", demanded),
  certificates: plain("CERTIFICATES#<review or panel> / META", "certificates"),
  firmSignature: plain("FIRM-SIGNATURES#<review> / FILE#<SHA-256>", "signed-certificates"),
  firmSignaturePart: personal(
    "FIRM-SIGNATURES#<review> / PART#<SHA-256>#<n>",
    "signed-certificates",
    "the certificate of a law firm's own signature, which names who signed; what the signed certificate was drawn from, which names counsel and the people who acted",
  ),

  // Rule books
  framework: plain("FRAMEWORKS / <id>", "frameworks", demanded),
  canaryFramework: plain("FRAMEWORKS#CANARY / <id>", "frameworks", demanded),
  rule: plain("RULES#<framework> / <use case>", "rules", demanded),
  ruleVersion: plain("RULE#<framework>#<use case> / VERSION#<n>", "rules", demanded),
  ruleContent: plain("RULE#<framework>#<use case> / CONTENT#<hash>", "rules", demanded),
  enforcementVersion: plain(
    "ENFORCEMENT#<framework>#VERSIONS / <event>#<n>",
    "enforcement",
    demanded,
  ),
  enforcementEvent: plain("ENFORCEMENT#<framework> / <event>", "enforcement", demanded),
  lawStart: plain("LAWSTARTS#<framework> / <use case>#<day>#<threshold>", "law-starts", machinery),
  toldVerdict: plain("VERDICTS#<framework> / <use case>", "told-verdicts", machinery),
  auditFeed: plain("AUDITFEED / META", "feed-checks", derivedMachinery),
  coverageMonth: plain("COVERAGE#<framework> / <instant>", "coverage-months", derivedMachinery),

  // Counsel, requests, panels
  counsel: personal(
    "COUNSEL#<id> / META",
    "counsel",
    `${COUNSEL}; notes on them; who vouched for them; the user ids of the people who changed counsel's identity, and a hash of these people's e-mail addresses`,
    demanded,
  ),
  signedAddress: personal(
    "COUNSEL#<id> / SIGNED#<e-mail>",
    "counsel",
    "an e-mail address under which counsel signed",
    demanded,
  ),
  keyInvitation: personal(
    "COUNSEL#<id> / INVITATION",
    "counsel-keys",
    "the person who was invited to enrol a key",
    demanded,
  ),
  remindersStopped: personal(
    "COUNSEL#<id> / MAIL#REMINDERS",
    "counsel-mail",
    "an e-mail address that is not reminded",
    demanded,
  ),
  credential: personal(
    "CREDENTIAL#<SHA-256 of the credential id> / META",
    "counsel-keys",
    "counsel's public key",
    demanded,
  ),
  keyLink: personal(
    "KEYLINK#<token hash> / META",
    "counsel-keys",
    "the id of the counsel whom it invites",
  ),
  mailStop: personal(
    "MAILSTOP#<address> / META",
    "counsel-mail",
    "an e-mail address to which nothing more is sent",
    demanded,
  ),
  remindersLink: personal(
    "REMINDERS#<token hash> / META",
    "counsel-mail",
    "the e-mail address whose reminders the link stops",
  ),
  mailed: plain("MAILED#<message id> / <event>", "counsel-mail"),
  counselVerdict: personal(
    "COUNSEL-VERDICTS#<counsel> / <decided_at>#<review>",
    "counsel-verdicts",
    "which counsel said what about which rule",
    { derived: true },
  ),
  review: personal("REVIEW#<id> / META", "reviews", `${COUNSEL}; ${ASKER}; ${WORDS}`, demanded),
  signedLink: personal(
    "LINK#<token hash> / SIGNED#<n>",
    "links",
    `${COUNSEL}; the user id of the person who asked`,
    demanded,
  ),
  linkState: personal(
    "LINK#<token hash> / STATE",
    "links",
    `${COUNSEL}; ${ASKER}; ${WORDS}`,
    demanded,
  ),
  openQuestion: plain("QUESTIONS#OPEN / <review id>", "review-questions", {
    ...machinery,
    derived: true,
    kept: "for a day after 180 days from the request",
  }),
  longList: plain("REVIEWS#LONG / <list>#<count>", "long-lists", derivedMachinery),
  panel: personal("PANEL#<id> / META", "panels", `${COUNSEL}; ${ASKER}`, demanded),
  seatCount: plain("SEATS#<framework> / COUNT", "panel-seats", { derived: true }),
  seat: plain("SEATS#<framework> / PANEL#<id>", "panel-seats", {
    derived: true,
    kept: "for a day after the panel's expiry",
  }),
  decision: plain("DECISIONS#<framework> / <decided_at>#<id>", "decision-items", derivedDemanded),
  ruleDecision: personal(
    "RULE-DECISIONS#<framework>#<use case or group> / <decided_at>#<id>",
    "decision-items",
    "counsel's name and firm",
    derivedDemanded,
  ),
  ruleStanding: plain("STANDING#<framework> / BUCKET#<k>", "kept-attributes", derivedDemanded),

  // Rooms
  room: personal("ROOM#<id> / META", "rooms", `${ACTOR}; a title that may name somebody`),
  roomQuestion: personal(
    "ROOM#<id> / QUESTION#<id>",
    "room-questions",
    "what a visitor asked, and the answer",
  ),
  roomLink: plain("ROOM_LINK#<token hash> / META", "rooms"),

  // The courier, and webhooks out
  outboxMessage: personal(
    "OUTBOX#<shard> / <due_at>#<id>",
    "outbox",
    "a mail's address and what it says",
    { ...demanded, kept: "while it waits" },
  ),
  webhookEvent: plain("EVENTS#<shard> / <at>#<id>", "webhook-events", {
    ...machinery,
    kept: "while it waits",
  }),
  webhookEndpoint: plain("HOOKS#<owner> / <endpoint>", "webhook-endpoints", { ofTenant: true }),
  endpointCount: plain("HOOKCOUNT#<owner> / META", "webhook-endpoints", {
    ...tenantMachinery,
    derived: true,
  }),
  webhookDelivery: plain(
    "HOOKLOG#<endpoint> / <created_at>#<id>",
    "webhook-deliveries",
    passing("for 30 days"),
  ),
  webhookDeliveryId: plain(
    "HOOKLOGID#<endpoint> / <id>",
    "webhook-deliveries",
    passing("for 30 days"),
  ),
  queuedDelivery: plain(
    "HOOKQUEUE#<endpoint> / <due_at>#<id>",
    "webhook-deliveries",
    passing("while it waits"),
  ),
  dueEndpoint: plain("HOOKDUE / <endpoint>", "webhook-deliveries", passing("while it waits")),

  // Clearance and machines
  clearanceKeys: plain("CLEARANCE / KEYS", "clearance-keys"),
  issuerKeys: plain("ISSUER_KEYS#<hash of the address> / META", "issuer-keys", {
    kept: "for a day after the last use",
  }),
  machine: personal(
    "MACHINES#<owner> / <id>",
    "machines",
    "a claim of the machine's token that names somebody, if the issuer's `sub` does",
    { ofTenant: true },
  ),
  machineHead: plain("MACHINEHEAD#<owner> / META", "machines", { ofTenant: true }),

  // Tenants, connections, discovery
  tenant: plain("TENANT#<tenant> / META", "tenants", { ...demanded, ofTenant: true }),
  tombstone: plain("TOMBSTONE#<tenant> / META", "tombstones", machinery),
  tombstoneShard: plain("TOMBSTONE#<tenant> / <shard>", "tombstones"),
  exported: plain("EXPORTED#<SHA-256 of the manifest> / META", "departures"),
  openFullRuns: plain("TENANT#<tenant> / OPEN_FULL_RUNS", "open-runs", tenantMachinery),
  openExaminations: plain("TENANT#<tenant> / OPEN_EXAMINATIONS", "open-runs", tenantMachinery),
  deletedConnection: plain(
    "TENANT#<tenant> / DELETED#<connection>",
    "connection-claims",
    tenantMachinery,
  ),
  connectionClaim: plain("TENANT#<tenant> / CLAIM#<what>", "connection-claims", { ofTenant: true }),
  connection: personal(
    "CONNECTION#<id> / META",
    "connections",
    `${ACTOR}; the address of a service account`,
    { ...demanded, ofTenant: true },
  ),
  connectionSchedule: plain("CONNECTION#<id> / SCHEDULE", "discovery-schedule", tenantMachinery),
  connectionTrouble: plain("CONNECTION#<id> / TROUBLE", "run-troubles", tenantMachinery),
  installation: plain("INSTALLATION#<id> / CLAIM", "installations", tenantMachinery),
  installationAsked: plain(
    "INSTALLATION#<id> / ASKED#<tenant>",
    "installations",
    passing("for 30 days"),
  ),
  installationQuiet: plain(
    "INSTALLATION#<id> / QUIET",
    "installations",
    passing("for as long as the source host wants no calls"),
  ),
  repository: plain("REPOSITORY#<connection> / <repository>", "repository-events", tenantMachinery),
  run: personal(
    "RUN#<id> / META",
    "discovery-runs",
    "the user id of the person who started it",
    tenantMachinery,
  ),
  runFindings: personal(
    "RUN#<id> / FOUND",
    "discovery-runs",
    "what repositories say about their authors",
    tenantMachinery,
  ),
  runCheckpoint: plain("RUN#<id> / CHECKPOINT#<name>", "run-checkpoints", passing("for 7 days")),
  artifact: personal(
    "ARTIFACTS#<connection> / <kind>#<id>",
    "artifacts",
    "the user ids of the people who confirmed a class or what the law allows, their reasons, and the e-mail address of the person who confirmed the class; what repositories say about their authors",
    tenantMachinery,
  ),
  artifactAnswer: personal("ARTIFACTANSWER#<artifact> / <answer hash>", "classifications", QUOTED, {
    kept: "for 400 days",
    ofTenant: true,
  }),
  systemCounts: plain("SYSTEMS#TENANT#<tenant> / <connection>#<shard>", "system-counts", {
    ...tenantMachinery,
    derived: true,
  }),
  extractorAnswer: personal(
    "EXTRACTOR#TENANT#<tenant> / CACHE#<request hash>",
    "extractor-memory",
    QUOTED,
    passing("for 30 days"),
  ),
  extractorCooldown: plain(
    "EXTRACTOR#TENANT#<tenant> / COOLDOWN#<config hash>",
    "extractor-memory",
    passing("for a day after the last failure"),
  ),
  extractorHealth: plain("EXTRACTOR#TENANT#<tenant> / HEALTH", "extractor-memory", tenantMachinery),
  leftArtifact: plain(
    "EXTRACTOR#TENANT#<tenant> / LEFT#<artifact>",
    "left-artifacts",
    tenantMachinery,
  ),
  spentDay: plain(
    "EXTRACTOR#TENANT#<tenant> / SPENT#<day>",
    "extractor-spend",
    passing("for 400 days"),
  ),
  spending: plain(
    "EXTRACTOR#TENANT#<tenant> / <SPEND or OUTPUT>#<of what>",
    "extractor-spend",
    tenantMachinery,
  ),

  // Deliveries in
  deliveryClaim: plain(
    "DELIVERY#<channel>#<tenant>#<delivery> / CLAIM",
    "delivery-claims",
    passing("for 25 hours at most"),
  ),
  bodyClaim: plain(
    "DELIVERY#<channel>#<tenant>#<SHA-256> / BODY",
    "delivery-claims",
    passing("for 90 days"),
  ),
  saidOfResource: plain(
    "DELIVERY#<channel>#<tenant>#<artifact> / <GONE or THERE>#<at>",
    "delivery-claims",
    passing("for 15 days"),
  ),
  delivery: plain(
    "DELIVERY_LOG#<owner>#<shard> / <received_at>#<id>",
    "deliveries",
    passing("for 90 days"),
  ),
  deliveryCounter: plain(
    "DELIVERIES#<scope> / <counter>",
    "webhook-counters",
    passing("for 400 days"),
  ),
  refusals: plain("REFUSALS#<tenant> / <minute>", "refusal-rows", passing("for an hour")),
  redelivery: plain("REDELIVERY / STATE", "redelivery", machinery),
  rate: personal(
    "RATE#<name>#<whose> / <minute or hour>",
    "rates",
    "the id of the person or room that is counted",
    passing("for 2 hours"),
  ),

  // The deployment
  deployment: plain("DEPLOYMENT / CURRENT", "deployment", demanded),
  assembly: plain("DEPLOYMENT / ASSEMBLY", "deployment", machinery),
};

export type EntityName = keyof typeof registry;

/** The values that replace the registry's angle brackets in a key. */
type ValuesIn<K> = K extends `${string}<${string}>${infer Rest}` ? [string, ...ValuesIn<Rest>] : [];
export type Values<N extends EntityName> = ValuesIn<(typeof registry)[N]["key"]>;

/** A kind, and the values in the key of one of its items. */
export type Found = Entity & { [N in EntityName]: { name: N; values: Values<N> } }[EntityName];

export const entities = Object.values(registry) as readonly Entity[];

const VALUE = /<[^<>]*>/g;

/** An item's key as one text: `pk / sk`. */
export const textOf = ({ pk, sk }: { pk: string; sk: string }): string => `${pk} / ${sk}`;

/** The key, as one text, of the item of a kind with these values. */
export function keyOf<N extends EntityName>(name: N, ...values: Values<N>): string {
  const left: string[] = [...values];
  return registry[name].key.replaceAll(VALUE, () => left.shift() ?? "");
}

/** The kinds with the patterns of their keys, by the first word of these. */
const byKind = Map.groupBy(
  Object.entries(registry as Record<string, Entity>).map(([name, entity]) => {
    const literals = entity.key
      .split(VALUE)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return { ...entity, name, pattern: new RegExp(`^${literals.join("(.+?)")}$`, "s") };
  }),
  ({ key }) => kindOf(key),
);

/** The first word of a key. */
export function kindOf(key: string): string {
  return key.split(/[# ]/, 1)[0] ?? "";
}

/**
 * The kind of an item and the values in its key, from the key as one text; undefined: an unknown kind.
 */
export function entityAt(key: string): Found | undefined {
  for (const { pattern, ...entity } of byKind.get(kindOf(key)) ?? []) {
    const [whole, ...values] = pattern.exec(key) ?? [];
    if (whole !== undefined) return { ...entity, values } as Found;
  }
  return undefined;
}
