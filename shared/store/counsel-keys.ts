import type { AuditRow } from "#shared/domain/audit/row.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import type { CounselKey, KeyInvitation } from "#shared/domain/counsel/counsel-key.ts";
import { putAuditRow } from "./audit.ts";
import { counselKey, counselOf, countKey } from "./counsel.ts";
import { entity } from "./entity.ts";
import { type Page, type Paging, readPage } from "./page.ts";
import { getItem, getItems, type Item, queryAll } from "./read.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/*
 * CREDENTIAL#<SHA-256 of the credential id> / META   a passkey; gsi1 by counsel, oldest first
 * COUNSEL#<id> / INVITATION                          the counsel's one invitation
 * KEYLINK#<token_hash> / META                        the counsel whose invitation a token is for
 */

/** A stored key names its counsel. */
export type StoredKey = CounselKey & { counsel_id: string };

const keyEntity = entity<StoredKey>("key", { retired_at: null });
const invitationEntity = entity<KeyInvitation>("invitation", { used_at: null });

const credentialKey = (credentialId: string): Key => ({
  pk: `CREDENTIAL#${sha256Hex(credentialId)}`,
  sk: "META",
});
const invitationKey = (counselId: string): Key => ({
  pk: counselKey(counselId).pk,
  sk: "INVITATION",
});
const linkKey = (tokenHash: string): Key => ({ pk: `KEYLINK#${tokenHash}`, sk: "META" });
const keysPartition = (counselId: string): string => `COUNSEL_KEYS#${counselId}`;

const keyItem = (key: StoredKey): Item => ({
  ...credentialKey(key.credential_id),
  ...indexEntry(
    "gsi1",
    keysPartition(key.counsel_id),
    `${key.enrolled_at}#${sha256Hex(key.credential_id)}`,
  ),
  ...keyEntity.toItem(key),
});

/**
 * A counsel's key by its credential id; null if there is none, or it belongs to another counsel.
 */
export async function getKey(counselId: string, credentialId: string): Promise<StoredKey | null> {
  const item = await getItem(credentialKey(credentialId));
  const key = item && keyEntity.fromItem(item);
  return key?.counsel_id === counselId ? key : null;
}

/** Every key a counsel ever had, oldest first. */
export const getKeys = async (counselId: string): Promise<StoredKey[]> =>
  (await queryAll({ index: "gsi1", pk: keysPartition(counselId) })).map(keyEntity.fromItem);

export async function readKeys(counselId: string, paging: Paging): Promise<Page<StoredKey>> {
  const partition = keysPartition(counselId);
  const listing = { scope: partition, index: "gsi1", partitions: [partition] } as const;
  const { items, nextCursor } = await readPage(listing, paging);
  return { items: items.map(keyEntity.fromItem), nextCursor };
}

/** Stores an invitation, which voids the previous one, if the counsel is still active. */
export function putInvitation(invitation: KeyInvitation, row: AuditRow): Promise<Outcome> {
  return transact({
    counsel: {
      ConditionCheck: {
        Key: counselKey(invitation.counsel_id),
        ConditionExpression: "#counsel.#active = :true",
        ExpressionAttributeNames: { "#counsel": "counsel", "#active": "active" },
        ExpressionAttributeValues: { ":true": true },
      },
    },
    link: {
      Put: {
        Item: { ...linkKey(invitation.token_hash), counsel_id: invitation.counsel_id },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    invitation: {
      Put: {
        Item: { ...invitationKey(invitation.counsel_id), ...invitationEntity.toItem(invitation) },
      },
    },
    row: putAuditRow(row),
  });
}

/** The counsel a token was made for and their invitation as it is now; null: no such token. */
export async function findInvitation(tokenHash: string) {
  const link = await getItem(linkKey(tokenHash));
  if (link === null) return null;
  const counselId = String(link.counsel_id);
  const [counsel, invitation] = await getItems([counselKey(counselId), invitationKey(counselId)]);
  return counsel && invitation
    ? { counsel: counselOf(counsel), invitation: invitationEntity.fromItem(invitation) }
    : null;
}

/** Enrols a key and uses up its invitation, with the audit row. */
export function putKey(
  key: StoredKey,
  invitation: KeyInvitation,
  row: AuditRow,
): Promise<Outcome<"credential" | "invitation" | "counsel" | "row">> {
  const used = { ...invitation, used_at: key.enrolled_at };
  return transact({
    credential: {
      Put: { Item: keyItem(key), ConditionExpression: "attribute_not_exists(pk)" },
    },
    invitation: {
      Put: {
        Item: { ...invitationKey(invitation.counsel_id), ...invitationEntity.toItem(used) },
        ...invitationEntity.unchanged(invitation),
      },
    },
    counsel: countKey(key.counsel_id, 1),
    row: putAuditRow(row),
  });
}

/** Retires a key, with the audit row, if it is still as `before`. */
export const putRetiredKey = (
  before: StoredKey,
  after: StoredKey,
  row: AuditRow,
): Promise<Outcome<"key" | "counsel" | "row">> =>
  transact({
    key: { Put: { Item: keyItem(after), ...keyEntity.unchanged(before) } },
    counsel: countKey(after.counsel_id, -1),
    row: putAuditRow(row),
  });

/** The condition that a key is still the counsel's and not retired; part of a decision. */
export const keyIsInUse = ({ counsel_id, credential_id, public_key_spki }: StoredKey): Action => ({
  ConditionCheck: {
    Key: credentialKey(credential_id),
    ConditionExpression:
      "#key.#counsel = :counsel AND #key.#spki = :spki AND #key.#retired = :null",
    ExpressionAttributeNames: {
      "#key": "key",
      "#counsel": "counsel_id",
      "#spki": "public_key_spki",
      "#retired": "retired_at",
    },
    ExpressionAttributeValues: { ":counsel": counsel_id, ":spki": public_key_spki, ":null": null },
  },
});
