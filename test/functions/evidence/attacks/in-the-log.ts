import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { base64, concat } from "#shared/domain/bytes.ts";
import { entryBytes } from "#shared/domain/log/entry.ts";
import { leafHash } from "#shared/domain/log/merkle.ts";
import { rootOfEdge, splitEntries } from "#shared/domain/log/tiles.ts";
import { verifierKeyText } from "#shared/domain/log/verifier-key.ts";
import type { Attack, LastingAttack } from "#test/support/attacks/attack.ts";
import type { Ground } from "#test/support/attacks/ground.ts";
import { testLogKeys } from "#test/support/log-signer.ts";
import {
  type Item,
  itemAt,
  itemsUnder,
  outboxItem,
  putItem,
  removeItem,
  rewriteItem,
} from "#test/support/table-attack.ts";
import { auditLog } from "../../../../bin/audit-log/audit.ts";
import { only, targetOf } from "./in-rows.ts";

/* The log's own items in the table: head, tiles, entries, keys, checkpoint. */

const meta = (pk: string) => ({ pk, sk: "META" });

/** Writes a row that waits, so that the next run has something to sign. */
const waiting = async ({ system, first }: Ground): Promise<void> => {
  await system.admin("PUT", `/admin/frameworks/${first.frameworkId}`, { display_name: "Again" });
};

/** Plants keys held in software, and a checkpoint signed with them. */
async function ownKeys({ system }: Ground, chain: boolean): Promise<void> {
  const { text } = await system.api()("GET", "/evidence/log/checkpoint");
  const [origin = "", size = "", root = ""] = text.split("\n");
  const own = testLogKeys(origin);
  await rewriteItem(system, meta("LOG#KEYS"), ({ keys }) => {
    if (chain) keys.changes = [own.first()];
    const set = (keys.sets[0] as Item[]).map((key, i) => ({
      ...{ ...key, verifier_key: verifierKeyText(own.keys[i] as never) },
    }));
    keys.sets = chain ? [set] : [set, ...keys.sets.slice(1)];
  });
  await rewriteItem(system, meta("LOG#CHECKPOINT"), ({ checkpoint }) => {
    const tree = { size: Number(size), root: Buffer.from(root, "base64") };
    checkpoint.note = own.checkpoint(tree);
  });
}

export const inTheLog: readonly Attack[] = [
  {
    of: "H1",
    what: "the log rolled back to an earlier state, with rows that wait for it",
    run: async (ground) => {
      for (const item of ground.earlier) {
        if (String(item.pk).startsWith("LOG#")) await putItem(ground.system, item);
      }
      await waiting(ground);
      return { target: { ...targetOf(ground.later), served: true }, sequenced: true };
    },
    must: ["sequencer", /forked/],
  },
  {
    of: "H1",
    what: "a second tree of the same size",
    run: async (ground) => {
      const { system, rejected } = ground;
      const { head } = await itemAt(system, meta("LOG#HEAD"));
      const { bytes } = await itemAt(system, meta("LOG#ENTRIES#0"));
      const entries = splitEntries(bytes);
      const time = "2020-01-01T00:00:00.000Z";
      const row = { row: "ab".repeat(32), subject: "cd".repeat(32), time };
      entries[entries.length - 1] = entryBytes(row);
      const tile = concat(...entries.map(leafHash));
      const root = rootOfEdge({ size: head.size, tiles: [tile], entries: new Uint8Array() });
      await rewriteItem(system, meta("LOG#ENTRIES#0"), (item) => {
        item.bytes = concat(...entries);
      });
      await rewriteItem(system, meta("LOG#TILE#0#0"), (item) => {
        item.bytes = tile;
      });
      await rewriteItem(system, meta("LOG#HEAD"), (item) => {
        item.head.root = base64(root);
      });
      await waiting(ground);
      return { ...only(rejected), sequenced: true };
    },
    must: ["sequencer", /forked/],
  },
  {
    of: "N9",
    what: "the whole table as it was before the decision, with rows that wait",
    run: async (ground) => {
      const { system, earlier, later } = ground;
      for (const item of earlier) await putItem(system, item);
      for (const { pk, sk } of (await ground.on.reviewRows(later)).slice(-1)) {
        await ground.on.hide({ pk, sk });
      }
      await waiting(ground);
      return { target: { ...targetOf(later), served: true }, sequenced: true };
    },
    must: ["receipt", /^1: .*log_(forked|rolled_back)/],
  },
  {
    of: "H2",
    what: "the log's keys replaced by keys of software that no chain announces",
    run: async (ground) => {
      await ownKeys(ground, false);
      return only(ground.rejected);
    },
    must: ["watcher", /key_unannounced/],
  },
  {
    of: "N10",
    what: "the log's keys, their whole chain and its checkpoint replaced by those of software",
    run: async (ground) => {
      await ownKeys(ground, true);
      return only(ground.rejected);
    },
    must: ["verifier", /log_keys/],
  },
  {
    of: "own",
    what: "a leaf changed in the entries as they are served",
    run: async ({ system, rejected }) => {
      await rewriteItem(system, meta("LOG#ENTRIES#0"), (item) => {
        const bytes = Buffer.from(item.bytes);
        const at = bytes.lastIndexOf('"row":"') + 7;
        bytes[at] = bytes[at] === 0x61 ? 0x62 : 0x61;
        item.bytes = new Uint8Array(bytes);
      });
      return only(rejected);
    },
    must: ["verifier", /log_forked/],
  },
  {
    of: "own",
    what: "a checkpoint's signature changed",
    run: async ({ system, rejected }) => {
      await rewriteItem(system, meta("LOG#CHECKPOINT"), ({ checkpoint }) => {
        checkpoint.note = checkpoint.note.replace(
          /\n(— \S+ .{20})(.)/,
          (_: string, a: string, b: string) => `\n${a}${b === "A" ? "B" : "A"}`,
        );
      });
      return only(rejected);
    },
    must: ["watcher", /checkpoint_signature/],
  },
  {
    of: "own",
    what: "keys planted as the next ones",
    run: async ({ system, rejected }) => {
      const none = "arn:aws:kms:eu-central-1:1:key/none";
      await rewriteItem(system, meta("LOG#KEYS"), ({ keys }) => {
        keys.next = { role: "log", arns: [none, none] };
      });
      return { ...only(rejected), sequenced: true };
    },
    must: ["sequencer", /key_change_failed/],
  },
  {
    of: "own",
    what: "a row that the log has, made to wait again",
    run: async ({ on, system, rejected }) => {
      const [first] = await on.reviewRows(rejected);
      await putItem(system, outboxItem(first as never));
      return only(rejected);
    },
    must: ["sequencer", /does_not_follow/],
  },
  {
    of: "own",
    what: "what the log knows of a row and its subject deleted, and the row made to wait again",
    run: async ({ on, system, rejected }) => {
      const rows = await on.reviewRows(rejected);
      const last = rows.at(-1) as Item;
      const heads = await itemsUnder(system, "LOGSUBJECT#");
      const head = heads.find((item) => item.head.row_hash === last.row.row_hash) as Item;
      await rewriteItem(system, head as never, (item) => {
        item.head = { row_hash: rows.at(-2)?.row.row_hash, place: rows.at(-2)?.sk };
      });
      await removeItem(system, { pk: `LOGROW#${last.row.row_hash}`, sk: "META" });
      await putItem(system, outboxItem(last as never));
      return only(rejected);
    },
    must: ["sequencer", /in_the_log/],
  },
];

const sequence = ({ system }: Ground) => system.api()("POST", "/_local/schedules/sequence-log/run");

/** These attacks leave another leaf in the log, so they come last. */
export const lasting: readonly LastingAttack[] = [
  {
    of: "H5, M3",
    what: "a decision that waits eleven minutes for the log, whose row then says that it was in time",
    lasts: true,
    run: async (ground) => {
      const { on, system, pending } = ground;
      const said = { decision: "rejected", comment: "No." };
      const { receipt } = (await on.decide(pending.token, said)).body;
      await system.advance(11 * 60);
      await sequence(ground);
      const item = (await on.reviewRows(pending)).at(-1) as Item;
      await putItem(system, { ...item, row: { ...item.row, logged_late: false } });
      return { target: { id: pending.review.id, receipt }, door: "decision: 200" };
    },
    must: ["verifier", /^3: .*logged_late/],
  },
  {
    of: "N11",
    what: "a finding that stays for ever, so that a watcher's mirror is never written",
    lasts: true,
    run: async ({ system, later }) => {
      const mirror = mkdtempSync(join(tmpdir(), "mirror-"));
      const token = await system.token({ is_platform_admin: true });
      const given = { baseUrl: system.baseUrl, mirror, policy: null };
      const code = await auditLog(given, token, () => {});
      const kept = readdirSync(mirror).includes("checkpoint") ? "kept" : "not kept";
      rmSync(mirror, { recursive: true });
      return { ...only(later), door: `watcher: ${code}, mirror ${kept}` };
    },
    must: ["door", /^watcher: 1, mirror kept$/],
  },
];
