/*
 * Every kind of item in the table, closed: what it holds, which file reads and writes it, what it says of
 * people, how long it is kept, whether it follows from others, whether it leaves with its tenant, and what
 * a restore drill asks of it. docs/keys.md, docs/data-protection.md, the export and the drill derive from
 * it, and a test finds a kind that is missing here. No function loads it.
 */

export interface Entity {
  /** As docs/keys.md shows keys: `PK#<id> / SK`. */
  key: `${string} / ${string}`;
  /** The file of shared/store that reads and writes it. */
  file: string;
  /** What it says of people; null: nothing. */
  personal: string | null;
  /** Until when it is kept; DynamoDB removes what is kept for a time. */
  kept: "always" | "while it waits" | `for ${string}`;
  /** It follows from other items, and can be written anew from them. */
  derived: boolean;
  /** It can be a tenant's: then it is in the tenant's export, and goes when the tenant is removed. */
  ofTenant: boolean;
  /**
   * What a restore drill does with it: `compared`: what differs since the point in time must be explained
   * by an audit row; `demanded`: and other items, or rows, demand that it is there; `machinery`: it changes
   * without rows (counters, claims, progress), and is only counted.
   */
  drill: "demanded" | "compared" | "machinery";
}

const COUNSEL = "counsel's name, firm, bar registration and e-mail address";
const ACTOR = "the user id of whoever acted";
const WORDS = "what counsel wrote";
const ASKER = "the user id and e-mail address of whoever asked";
const QUOTED = "what a model quoted from the customer's text";

/** @param personal has to be said of each kind, so that none is forgotten */
const entity = (
  key: Entity["key"],
  file: string,
  personal: Entity["personal"],
  more: Partial<Omit<Entity, "key" | "file" | "personal">> = {},
): Entity => ({
  key,
  file,
  personal,
  kept: "always",
  derived: false,
  ofTenant: false,
  drill: "compared",
  ...more,
});

const machinery = { drill: "machinery" } as const;
const demanded = { drill: "demanded" } as const;

/** The first whose key fits is an item's own. */
export const entities: readonly Entity[] = [
  // Rows, and the evidence log
  entity(
    "AUDIT#<resource type>#<resource id> / WORDS#<sort key of the row>",
    "audit.ts",
    WORDS,
    machinery,
  ),
  entity(
    "AUDIT#<resource type>#<resource id> / <created_at>#<place>",
    "audit.ts",
    `${ACTOR}; of reviews and counsel also ${COUNSEL}; of artifacts the reasons that a person gave`,
    machinery,
  ),
  entity("CHAIN#<resource type>#<resource id> / HEAD", "row-chains.ts", null, { derived: true }),
  entity("LOGOUT#<key of a row> / <sort key of the row>", "log-outbox.ts", null, machinery),
  entity("LOGROW#<row hash> / META", "log-rows.ts", null, { ...machinery, derived: true }),
  entity("LOGSUBJECT#<subject> / META", "log-subjects.ts", null, { ...machinery, derived: true }),
  entity("LOG#CHECKPOINT / META", "log-checkpoints.ts", null, machinery),
  entity("LOG#CHECKPOINTS / <size>", "log-checkpoints.ts", null, machinery),
  entity("LOG#STAMPS / <size>", "log-checkpoints.ts", null, machinery),
  entity("LOG#FORK / META", "log-checkpoints.ts", null, machinery),
  entity("LOG#KEYS / META", "log-keys.ts", null, machinery),
  entity("LOG#<part> / META", "log.ts", null, machinery),
  entity("WRITER#<SHA-256 of the public key> / META", "own-writer.ts", null, demanded),
  entity("CERTIFICATES#<review or panel> / META", "certificates.ts", null),
  entity("FIRM-SIGNATURES#<review> / FILE#<SHA-256>", "signed-certificates.ts", null),
  entity(
    "FIRM-SIGNATURES#<review> / PART#<SHA-256>#<n>",
    "signed-certificates.ts",
    "the certificate of a law firm's own signature, which names who signed",
  ),

  // Rule books
  entity("FRAMEWORKS / <id>", "frameworks.ts", null, demanded),
  entity("FRAMEWORKS#CANARY / <id>", "frameworks.ts", null, demanded),
  entity("RULES#<framework> / <use case>", "rules.ts", null, demanded),
  entity("RULE#<framework>#<use case> / VERSION#<n>", "rules.ts", null, demanded),
  entity("RULE#<framework>#<use case> / CONTENT#<hash>", "rules.ts", null, demanded),
  entity("ENFORCEMENT#<framework> / <event>", "enforcement.ts", null, demanded),
  entity("LAWSTARTS#<framework> / <use case>#<day>#<threshold>", "law-starts.ts", null, machinery),
  entity("AUDITFEED / META", "feed-checks.ts", null, { ...machinery, derived: true }),
  entity("COVERAGE#<framework> / <instant>", "coverage-months.ts", null, {
    ...machinery,
    derived: true,
  }),

  // Counsel, requests, panels
  entity(
    "COUNSEL#<id> / META",
    "counsel.ts",
    `${COUNSEL}; notes on them; who vouched for them; the user ids of whoever changed who they are, and a hash of those people's e-mail addresses`,
    demanded,
  ),
  entity(
    "COUNSEL#<id> / SIGNED#<e-mail>",
    "counsel.ts",
    "an e-mail address under which counsel signed",
    demanded,
  ),
  entity(
    "COUNSEL#<id> / INVITATION",
    "counsel-keys.ts",
    "whom the invitation to enrol a key was for",
    demanded,
  ),
  entity(
    "COUNSEL#<id> / MAIL#REMINDERS",
    "counsel-mail.ts",
    "an e-mail address that is not reminded",
    demanded,
  ),
  entity(
    "CREDENTIAL#<SHA-256 of the credential id> / META",
    "counsel-keys.ts",
    "counsel's public key",
    demanded,
  ),
  entity("KEYLINK#<token hash> / META", "counsel-keys.ts", "the id of the counsel whom it invites"),
  entity(
    "MAILSTOP#<address> / META",
    "counsel-mail.ts",
    "an e-mail address that nothing more is sent to",
    demanded,
  ),
  entity(
    "REMINDERS#<token hash> / META",
    "counsel-mail.ts",
    "the e-mail address whose reminders the link stops",
  ),
  entity("MAILED#<message id> / <event>", "counsel-mail.ts", null),
  entity(
    "COUNSEL-VERDICTS#<counsel> / <decided_at>#<review>",
    "counsel-verdicts.ts",
    "which counsel said what of which rule",
    { derived: true },
  ),
  entity("REVIEW#<id> / META", "reviews.ts", `${COUNSEL}; ${ASKER}; ${WORDS}`, demanded),
  entity(
    "LINK#<token hash> / SIGNED#<n>",
    "links.ts",
    `${COUNSEL}; the user id of whoever asked`,
    demanded,
  ),
  entity("LINK#<token hash> / STATE", "links.ts", `${COUNSEL}; ${ASKER}; ${WORDS}`, demanded),
  entity("QUESTIONS#OPEN / <review id>", "review-questions.ts", null, {
    ...machinery,
    derived: true,
    kept: "for a day after 180 days from the request",
  }),
  entity("REVIEWS#LONG / <list>#<count>", "long-lists.ts", null, { ...machinery, derived: true }),
  entity("PANEL#<id> / META", "panels.ts", `${COUNSEL}; ${ASKER}`, demanded),
  entity("SEATS#<framework> / COUNT", "panel-seats.ts", null, { derived: true }),
  entity("SEATS#<framework> / PANEL#<id>", "panel-seats.ts", null, {
    derived: true,
    kept: "for a day after the panel's expiry",
  }),
  entity("DECISIONS#<framework> / <decided_at>#<id>", "decision-items.ts", null, {
    ...demanded,
    derived: true,
  }),
  entity(
    "RULE-DECISIONS#<framework>#<use case or group> / <decided_at>#<id>",
    "decision-items.ts",
    "counsel's name and firm",
    { ...demanded, derived: true },
  ),
  entity("STANDING#<framework> / BUCKET#<k>", "kept-attributes.ts", null, {
    ...demanded,
    derived: true,
  }),

  // Rooms
  entity("ROOM#<id> / META", "rooms.ts", `${ACTOR}; a title that may name somebody`),
  entity("ROOM#<id> / QUESTION#<id>", "room-questions.ts", "what a visitor asked, and the answer"),
  entity("ROOM_LINK#<token hash> / META", "rooms.ts", null),

  // The courier, and webhooks out
  entity("OUTBOX#<shard> / <due_at>#<id>", "outbox.ts", "a mail's address and what it says", {
    ...demanded,
    kept: "while it waits",
  }),
  entity("EVENTS#<shard> / <at>#<id>", "webhook-events.ts", null, {
    ...machinery,
    kept: "while it waits",
  }),
  entity("HOOKS#<owner> / <endpoint>", "webhook-endpoints.ts", null, { ofTenant: true }),
  entity("HOOKCOUNT#<owner> / META", "webhook-endpoints.ts", null, {
    ...machinery,
    derived: true,
    ofTenant: true,
  }),
  entity("HOOKLOG#<endpoint> / <created_at>#<id>", "webhook-deliveries.ts", null, {
    ...machinery,
    kept: "for 30 days",
    ofTenant: true,
  }),
  entity("HOOKLOGID#<endpoint> / <id>", "webhook-deliveries.ts", null, {
    ...machinery,
    kept: "for 30 days",
    ofTenant: true,
  }),
  entity("HOOKQUEUE#<endpoint> / <due_at>#<id>", "webhook-deliveries.ts", null, {
    ...machinery,
    kept: "while it waits",
    ofTenant: true,
  }),
  entity("HOOKDUE / <endpoint>", "webhook-deliveries.ts", null, {
    ...machinery,
    kept: "while it waits",
    ofTenant: true,
  }),

  // Clearance and machines
  entity("CLEARANCE / KEYS", "clearance-keys.ts", null),
  entity("ISSUER_KEYS#<hash of the address> / META", "issuer-keys.ts", null, {
    kept: "for a day after the last use",
  }),
  entity(
    "MACHINES#<owner> / <id>",
    "machines.ts",
    "a claim of the machine's token that names somebody, if the issuer's `sub` does",
    { ofTenant: true },
  ),
  entity("MACHINEHEAD#<owner> / META", "machines.ts", null, { ofTenant: true }),

  // Tenants, connections, discovery
  entity("TENANT#<id> / META", "tenants.ts", null, { ...demanded, ofTenant: true }),
  entity("TOMBSTONE#<tenant> / META", "tombstones.ts", null, machinery),
  entity("TOMBSTONE#<tenant> / <shard>", "tombstones.ts", null),
  entity("EXPORTED#<SHA-256 of the manifest> / META", "departures.ts", null),
  entity("TENANT#<id> / OPEN_FULL_RUNS", "open-runs.ts", null, { ...machinery, ofTenant: true }),
  entity("TENANT#<id> / OPEN_EXAMINATIONS", "open-runs.ts", null, { ...machinery, ofTenant: true }),
  entity("TENANT#<id> / DELETED#<connection>", "connection-claims.ts", null, {
    ...machinery,
    ofTenant: true,
  }),
  entity("TENANT#<id> / CLAIM#<what>", "connection-claims.ts", null, { ofTenant: true }),
  entity("CONNECTION#<id> / META", "connections.ts", `${ACTOR}; the address of a service account`, {
    ...demanded,
    ofTenant: true,
  }),
  entity("CONNECTION#<id> / SCHEDULE", "discovery-schedule.ts", null, {
    ...machinery,
    ofTenant: true,
  }),
  entity("CONNECTION#<id> / TROUBLE", "run-troubles.ts", null, { ...machinery, ofTenant: true }),
  entity("INSTALLATION#<id> / CLAIM", "installations.ts", null, { ...machinery, ofTenant: true }),
  entity("INSTALLATION#<id> / ASKED#<tenant>", "installations.ts", null, {
    ...machinery,
    kept: "for 30 days",
    ofTenant: true,
  }),
  entity("INSTALLATION#<id> / QUIET", "installations.ts", null, {
    ...machinery,
    kept: "for as long as the source host wants no calls",
    ofTenant: true,
  }),
  entity("REPOSITORY#<connection> / <repository>", "repository-events.ts", null, {
    ...machinery,
    ofTenant: true,
  }),
  entity("RUN#<id> / META", "discovery-runs.ts", "the user id of whoever started it", {
    ...machinery,
    ofTenant: true,
  }),
  entity("RUN#<id> / FOUND", "discovery-runs.ts", "what repositories say of their authors", {
    ...machinery,
    ofTenant: true,
  }),
  entity("RUN#<id> / CHECKPOINT#<name>", "run-checkpoints.ts", null, {
    ...machinery,
    kept: "for 7 days",
    ofTenant: true,
  }),
  entity(
    "ARTIFACTS#<connection> / <kind>#<id>",
    "artifacts.ts",
    "the user ids of whoever confirmed a class or what the law allows, and the e-mail address of the former; the reason that they gave; what repositories say of their authors",
    { ...machinery, ofTenant: true },
  ),
  entity("ARTIFACTANSWER#<artifact> / <answer hash>", "classifications.ts", QUOTED, {
    kept: "for 400 days",
    ofTenant: true,
  }),
  entity("SYSTEMS#TENANT#<id> / <connection>#<shard>", "system-counts.ts", null, {
    ...machinery,
    derived: true,
    ofTenant: true,
  }),
  entity("EXTRACTOR#TENANT#<id> / CACHE#<request hash>", "extractor-memory.ts", QUOTED, {
    ...machinery,
    kept: "for 30 days",
    ofTenant: true,
  }),
  entity("EXTRACTOR#TENANT#<id> / COOLDOWN#<config hash>", "extractor-memory.ts", null, {
    ...machinery,
    kept: "for a day after the last failure",
    ofTenant: true,
  }),
  entity("EXTRACTOR#TENANT#<id> / HEALTH", "extractor-memory.ts", null, {
    ...machinery,
    ofTenant: true,
  }),
  entity("EXTRACTOR#TENANT#<id> / LEFT#<artifact>", "left-artifacts.ts", null, {
    ...machinery,
    ofTenant: true,
  }),
  entity("EXTRACTOR#TENANT#<id> / SPENT#<day>", "extractor-spend.ts", null, {
    ...machinery,
    kept: "for 400 days",
    ofTenant: true,
  }),
  entity("EXTRACTOR#TENANT#<id> / <SPEND or OUTPUT>#<of what>", "extractor-spend.ts", null, {
    ...machinery,
    ofTenant: true,
  }),

  // Deliveries in
  entity("DELIVERY#<channel>#<tenant>#<delivery> / CLAIM", "delivery-claims.ts", null, {
    ...machinery,
    kept: "for 90 days at most",
    ofTenant: true,
  }),
  entity("DELIVERY_LOG#<owner>#<shard> / <received_at>#<id>", "deliveries.ts", null, {
    ...machinery,
    kept: "for 90 days",
    ofTenant: true,
  }),
  entity("DELIVERIES#<scope> / <counter>", "webhook-counters.ts", null, {
    ...machinery,
    kept: "for 400 days",
    ofTenant: true,
  }),
  entity("REFUSALS#<tenant> / <minute>", "refusal-rows.ts", null, {
    ...machinery,
    kept: "for an hour",
    ofTenant: true,
  }),
  entity("REDELIVERY / STATE", "redelivery.ts", null, machinery),
  entity(
    "RATE#<name>#<whose> / <minute or hour>",
    "rates.ts",
    "the id of the person or room that is counted",
    { ...machinery, kept: "for 2 hours", ofTenant: true },
  ),

  // The deployment
  entity("DEPLOYMENT / CURRENT", "deployment.ts", null, demanded),
  entity("DEPLOYMENT / ASSEMBLY", "deployment.ts", null, machinery),
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
