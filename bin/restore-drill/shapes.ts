import * as z from "zod/mini";
import { timestamp } from "#shared/domain/text/text-fields.ts";
import type { EntityName } from "#shared/store/entities.ts";
import type { Item } from "../export/scan.ts";

/*
 * The parts of each kind of item that a drill reads. Somebody else may have written an item, so the drill
 * does not look further at one that lacks a part or has another type there, but names it.
 */

/** A version's key has six digits. */
const LAST_VERSION = 999_999;

const text = z.string();
const texts = z.array(text);
const count = z.number();
const instant = timestamp().check(z.refine((at) => !Number.isNaN(Date.parse(at))));
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));
const record = (members: Record<string, z.ZodMiniType> = {}) =>
  z.looseObject({ salts: maybe(z.record(text, text)), ...members });

const asked = {
  ...{ id: text, framework_id: text, status: text, created_at: instant, expires_at: instant },
  ...{ rule_use_case_ids: texts, pinned_hashes: texts, decided_at: maybe(text) },
};

const review = record({
  ...asked,
  ...{ counsel_id: text, token_hash: text, counsel_email: maybe(text), panel_id: maybe(text) },
  extension: maybe(record({ number: count, at: instant })),
  mail: maybe(record({ status: text, at: text })),
  mailing: maybe(record({ messages: texts, counted_from: z.optional(instant) })),
  rule_verdicts: maybe(z.array(record({ use_case_id: text, verdict: text }))),
  signed_as: maybe(record()),
});

const panel = record({
  ...asked,
  need: count,
  audit_head: record({ at: instant }),
  members: z.array(record({ review_id: text, expires_at: maybe(text) })),
  rules: z.array(record({ use_case_id: text, outcome: maybe(text) })),
});

const row = record({
  ...{ id: text, created_at: instant, action: text, resource_type: text, resource_id: text },
  context: record(),
});

const checkpoint = record({ size: z.int(), note: text, signed_at: instant });

const shapes: { [N in EntityName]?: Readonly<Record<string, z.ZodMiniType>> } = {
  rowWords: { texts: z.array(record({ path: text, salt: text, text })) },
  row: { row },
  chainHead: { head: record() },
  loggedRow: { row: record({ row_hash: text, index: z.int() }) },
  newestCheckpoint: { checkpoint },
  checkpoint: { checkpoint },
  logKeys: {
    keys: record({ sets: z.array(z.array(record({ verifier_key: text }))), changes: texts }),
  },
  logHead: { head: record({ origin: text, size: z.int() }) },
  logTile: { bytes: z.instanceof(Uint8Array) },
  logEntries: { bytes: z.instanceof(Uint8Array) },
  writer: { writer: record() },
  framework: { framework: record() },
  canaryFramework: { framework: record() },
  rule: {
    live: record({
      ...{ framework_id: text, content_hash: text, rule: record({ use_case_id: text }) },
      version: z.int().check(z.minimum(1), z.maximum(LAST_VERSION)),
    }),
  },
  ruleVersion: { version: record({ content_hash: text }) },
  ruleContent: { content: record() },
  enforcementVersion: { version: record() },
  enforcementEvent: { event: record() },
  counsel: { counsel: record() },
  signedAddress: { count },
  keyInvitation: { invitation: record() },
  remindersStopped: { email: text },
  credential: { key: record() },
  mailStop: { reason: text },
  review: { review },
  signedLink: { link: record({ review: record({ id: text }) }) },
  linkState: { review: record({ id: text }) },
  panel: { panel },
  decision: { decision: record() },
  ruleDecision: { decision: record() },
  outboxMessage: {
    message: record({ id: text, kind: text, to: text, due_at: text, attempts: count }),
  },
  tenant: { tenant: record() },
  connection: { connection: record() },
  deployment: {
    deployment: record({ secrets: z.optional(z.record(text, record({ version_id: text }))) }),
  },
};

/** Whether an item of a kind has everything that the drill reads of it. */
export const isReadable = (name: EntityName, item: Item): boolean =>
  Object.entries(shapes[name] ?? {}).every(
    ([attribute, schema]) => schema.safeParse(item[attribute]).success,
  );
