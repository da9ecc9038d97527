/*
 * Every kind of item in the table, closed: what it holds, which file reads and writes it, how long it is
 * kept, whether it follows from others, and what a restore drill asks of it. docs/keys.md and the drill
 * derive from it, and a test finds a kind that is missing here. No function loads it.
 */

export interface Entity {
  /** As docs/keys.md shows keys: `PK#<id> / SK`. */
  key: `${string} / ${string}`;
  /** The file of shared/store that reads and writes it. */
  file: string;
  /** Until when it is kept; DynamoDB removes what has a time. */
  kept: "always" | "while it waits" | "as long as what it is about" | "for a time";
  /** It follows from other items, and can be written anew from them. */
  derived: boolean;
  /**
   * What a restore drill does with it: `compared`: what differs since the point in time must be explained
   * by an audit row; `demanded`: and other items, or rows, demand that it is there; `machinery`: it changes
   * without rows (counters, claims, progress), and is only counted.
   */
  drill: "demanded" | "compared" | "machinery";
  /** What it says of people; null: nothing. */
  personal: string | null;
}

const COUNSEL = "counsel's name, firm, bar registration and e-mail";
const ACTOR = "the user id of whoever acted";

const entity = (
  key: Entity["key"],
  file: string,
  more: Partial<Omit<Entity, "key" | "file">> = {},
): Entity => ({
  key,
  file,
  kept: "always",
  derived: false,
  drill: "compared",
  personal: null,
  ...more,
});

const machinery = { drill: "machinery" } as const;
const demanded = { drill: "demanded" } as const;
const forATime = { kept: "for a time" } as const;

/** The first whose key fits is an item's own. */
export const entities: readonly Entity[] = [
  // Rows, and the evidence log
  entity("AUDIT#<resource type>#<resource id> / WORDS#<sort key of the row>", "audit.ts", {
    ...machinery,
    personal: "what counsel wrote",
  }),
  entity("AUDIT#<resource type>#<resource id> / <created_at>#<place>", "audit.ts", {
    ...machinery,
    personal: `${ACTOR}; of reviews and counsel also ${COUNSEL}`,
  }),
  entity("CHAIN#<resource type>#<resource id> / HEAD", "row-chains.ts", { derived: true }),
  entity("LOGOUT#<key of a row> / <sort key of the row>", "log-outbox.ts", machinery),
  entity("LOGROW#<row hash> / META", "log-rows.ts", { ...machinery, derived: true }),
  entity("LOGSUBJECT#<subject> / META", "log-subjects.ts", { ...machinery, derived: true }),
  entity("LOG#CHECKPOINT / META", "log-checkpoints.ts", machinery),
  entity("LOG#CHECKPOINTS / <size>", "log-checkpoints.ts", machinery),
  entity("LOG#STAMPS / <size>", "log-checkpoints.ts", machinery),
  entity("LOG#FORK / META", "log-checkpoints.ts", machinery),
  entity("LOG#KEYS / META", "log-keys.ts", machinery),
  entity("LOG#<part> / META", "log.ts", machinery),
  entity("WRITER#<SHA-256 of the public key> / META", "own-writer.ts", demanded),
  entity("CERTIFICATES#<review or panel> / META", "certificates.ts"),

  // Rule books
  entity("FRAMEWORKS / <id>", "frameworks.ts", demanded),
  entity("FRAMEWORKS#CANARY / <id>", "frameworks.ts", demanded),
  entity("RULES#<framework> / <use case>", "rules.ts", demanded),
  entity("RULE#<framework>#<use case> / VERSION#<n>", "rules.ts", demanded),
  entity("RULE#<framework>#<use case> / CONTENT#<hash>", "rules.ts", demanded),
  entity("ENFORCEMENT#<framework> / <event>", "enforcement.ts", demanded),
  entity("LAWSTARTS#<framework> / <use case>#<day>#<threshold>", "law-starts.ts", machinery),
  entity("AUDITFEED / META", "feed-checks.ts", { ...machinery, derived: true }),
  entity("COVERAGE#<framework> / <instant>", "coverage-months.ts", { ...machinery, derived: true }),

  // Counsel, requests, panels
  entity("COUNSEL#<id> / META", "counsel.ts", { ...demanded, personal: COUNSEL }),
  entity("COUNSEL#<id> / SIGNED#<e-mail>", "counsel.ts", {
    ...demanded,
    personal: "an e-mail address under which counsel signed",
  }),
  entity("COUNSEL#<id> / INVITATION", "counsel-keys.ts", {
    ...demanded,
    personal: "whom the invitation to enrol a key was for",
  }),
  entity("COUNSEL#<id> / MAIL#REMINDERS", "counsel-mail.ts", {
    ...demanded,
    personal: "an e-mail address that is not reminded",
  }),
  entity("CREDENTIAL#<SHA-256 of the credential id> / META", "counsel-keys.ts", {
    ...demanded,
    personal: "counsel's public key",
  }),
  entity("KEYLINK#<token hash> / META", "counsel-keys.ts"),
  entity("MAILSTOP#<address> / META", "counsel-mail.ts", {
    ...demanded,
    personal: "an e-mail address that nothing more is sent to",
  }),
  entity("REMINDERS#<token hash> / META", "counsel-mail.ts", {
    personal: "the e-mail address whose reminders the link stops",
  }),
  entity("MAILED#<message id> / <event>", "counsel-mail.ts", forATime),
  entity("COUNSEL-VERDICTS#<counsel> / <decided_at>#<review>", "counsel-verdicts.ts", {
    derived: true,
  }),
  entity("REVIEW#<id> / META", "reviews.ts", {
    ...demanded,
    personal: `${COUNSEL}; who asked; what counsel wrote`,
  }),
  entity("LINK#<token hash> / SIGNED#<n>", "links.ts", { ...demanded, personal: COUNSEL }),
  entity("LINK#<token hash> / STATE", "links.ts", {
    ...demanded,
    personal: `${COUNSEL}; what counsel wrote`,
  }),
  entity("REVIEWS#LONG / <list>#<count>", "long-lists.ts", { ...machinery, derived: true }),
  entity("PANEL#<id> / META", "panels.ts", { ...demanded, personal: `${COUNSEL}; who asked` }),
  entity("SEATS#<framework> / COUNT", "panel-seats.ts", { derived: true }),
  entity("SEATS#<framework> / PANEL#<id>", "panel-seats.ts", { ...forATime, derived: true }),
  entity("DECISIONS#<framework> / <decided_at>#<id>", "decision-items.ts", {
    ...demanded,
    derived: true,
  }),
  entity(
    "RULE-DECISIONS#<framework>#<use case or group> / <decided_at>#<id>",
    "decision-items.ts",
    {
      ...demanded,
      derived: true,
      personal: "counsel's name and firm",
    },
  ),
  entity("STANDING#<framework> / BUCKET#<k>", "kept-attributes.ts", { ...demanded, derived: true }),

  // Rooms
  entity("ROOM#<id> / META", "rooms.ts", { personal: ACTOR }),
  entity("ROOM#<id> / QUESTION#<id>", "room-questions.ts", {
    personal: "what a visitor asked, and the answer",
  }),
  entity("ROOM_LINK#<token hash> / META", "rooms.ts"),

  // The courier, and webhooks out
  entity("OUTBOX#<shard> / <due_at>#<id>", "outbox.ts", {
    ...demanded,
    kept: "while it waits",
    personal: "a mail's address and what it says",
  }),
  entity("EVENTS#<shard> / <at>#<id>", "webhook-events.ts", {
    ...machinery,
    kept: "while it waits",
  }),
  entity("HOOKS#<owner> / <endpoint>", "webhook-endpoints.ts"),
  entity("HOOKCOUNT#<owner> / META", "webhook-endpoints.ts", { ...machinery, derived: true }),
  entity("HOOKLOG#<endpoint> / <created_at>#<id>", "webhook-deliveries.ts", {
    ...machinery,
    ...forATime,
  }),
  entity("HOOKLOGID#<endpoint> / <id>", "webhook-deliveries.ts", { ...machinery, ...forATime }),
  entity("HOOKQUEUE#<endpoint> / <due_at>#<id>", "webhook-deliveries.ts", {
    ...machinery,
    kept: "while it waits",
  }),
  entity("HOOKDUE / <endpoint>", "webhook-deliveries.ts", { ...machinery, kept: "while it waits" }),

  // Clearance and machines
  entity("CLEARANCE / KEYS", "clearance-keys.ts"),
  entity("ISSUER_KEYS#<hash of the address> / META", "issuer-keys.ts", forATime),
  entity("MACHINES#<owner> / <id>", "machines.ts"),
  entity("MACHINEHEAD#<owner> / META", "machines.ts"),

  // Tenants, connections, discovery
  entity("TENANT#<id> / META", "tenants.ts", { ...demanded, personal: null }),
  entity("TENANT#<id> / OPEN_FULL_RUNS", "open-runs.ts", machinery),
  entity("TENANT#<id> / OPEN_EXAMINATIONS", "open-runs.ts", machinery),
  entity("TENANT#<id> / DELETED#<connection>", "connection-claims.ts", machinery),
  entity("TENANT#<id> / CLAIM#<what>", "connection-claims.ts"),
  entity("CONNECTION#<id> / META", "connections.ts", { ...demanded, personal: ACTOR }),
  entity("CONNECTION#<id> / SCHEDULE", "discovery-schedule.ts", machinery),
  entity("INSTALLATION#<id> / <CLAIM, QUIET or who asked>", "installations.ts", machinery),
  entity("REPOSITORY#<connection> / <repository>", "repository-events.ts", machinery),
  entity("RUN#<id> / META", "discovery-runs.ts", machinery),
  entity("RUN#<id> / CHECKPOINT#<name>", "run-checkpoints.ts", { ...machinery, ...forATime }),
  entity("ARTIFACTS#<connection> / <kind>#<id>", "artifacts.ts", {
    ...machinery,
    personal: "who confirmed a class; what repositories say of their authors",
  }),
  entity("ARTIFACTANSWER#<artifact> / <answer hash>", "classifications.ts", {
    ...forATime,
    personal: "what a model quoted from the customer's text",
  }),
  entity("SYSTEMS#TENANT#<id> / <connection>#<shard>", "system-counts.ts", {
    ...machinery,
    derived: true,
  }),
  entity("EXTRACTOR#TENANT#<id> / CACHE#<request hash>", "extractor-memory.ts", {
    ...machinery,
    ...forATime,
  }),
  entity("EXTRACTOR#TENANT#<id> / COOLDOWN#<config hash>", "extractor-memory.ts", {
    ...machinery,
    ...forATime,
  }),
  entity("EXTRACTOR#TENANT#<id> / HEALTH", "extractor-memory.ts", machinery),
  entity("EXTRACTOR#TENANT#<id> / LEFT#<artifact>", "left-artifacts.ts", machinery),
  entity(
    "EXTRACTOR#TENANT#<id> / <SPEND, SPENT or OUTPUT>#<of what>",
    "extractor-spend.ts",
    machinery,
  ),

  // Deliveries in
  entity("DELIVERY#<channel>#<tenant>#<delivery> / CLAIM", "delivery-claims.ts", {
    ...machinery,
    ...forATime,
  }),
  entity("DELIVERY_LOG#<owner>#<shard> / <received_at>#<id>", "deliveries.ts", {
    ...machinery,
    ...forATime,
  }),
  entity("DELIVERIES#<scope> / <counter>", "webhook-counters.ts", { ...machinery, ...forATime }),
  entity("REFUSALS#<tenant> / <minute>", "refusal-rows.ts", { ...machinery, ...forATime }),
  entity("REDELIVERY / STATE", "redelivery.ts", machinery),
  entity("RATE#<name>#<whose> / <minute or hour>", "rates.ts", { ...machinery, ...forATime }),

  // The deployment
  entity("DEPLOYMENT / CURRENT", "deployment.ts", demanded),
  entity("DEPLOYMENT / ASSEMBLY", "deployment.ts", machinery),
];

/** A key as the registry writes it, as a pattern: whatever stands in angle brackets is a value. */
const patternOf = ({ key }: Entity): RegExp => {
  const literal = key
    .split(/<[^<>]*>/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${literal.join(".+")}$`, "s");
};

/** By the first word of their keys. */
const byKind = Map.groupBy(
  entities.map((one) => ({ one, pattern: patternOf(one) })),
  ({ one }) => kindOf(one.key),
);

/** The first word of a key. */
export function kindOf(key: string): string {
  return key.split(/[# ]/, 1)[0] ?? "";
}

/** What an item is, by its key as `pk / sk`; undefined: of no kind that is known. */
export const entityAt = (key: string): Entity | undefined =>
  byKind.get(kindOf(key))?.find(({ pattern }) => pattern.test(key))?.one;
