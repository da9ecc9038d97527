import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuditRow, rowHash } from "#shared/domain/audit/row.ts";
import { base64, concat } from "#shared/domain/bytes.ts";
import { ENTRY_BYTES, entryBytes } from "#shared/domain/log/entry.ts";
import { leafHash } from "#shared/domain/log/merkle.ts";
import { rootOfEdge, splitEntries } from "#shared/domain/log/tiles.ts";
import { parsePolicy, type TlogPolicy } from "#shared/domain/log/tlog-policy.ts";
import { verifierKeyText } from "#shared/domain/log/verifier-key.ts";
import { type Finding, type FindingName, watch } from "#shared/domain/log/watch.ts";
import { sized } from "#test/support/full-size.ts";
import { testLogKeys, testWitness } from "#test/support/log-signer.ts";
import { askAgain, expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import {
  type Item,
  itemAt,
  itemsUnder,
  outboxItem,
  placeOf,
  putItem,
  removeItem,
  rewriteItem,
  rowItems,
} from "#test/support/table-attack.ts";
import { testWriter } from "#test/support/test-writer.ts";
import { deploymentAt } from "../../../bin/audit-log/deployment.ts";
import { openMirror } from "../../../bin/audit-log/mirror.ts";
import { observe } from "../../../bin/audit-log/observe.ts";

/*
 * Attacks on a running system by someone who can write its table, but has neither the signing keys nor
 * the anchors nor somebody else's mirror. The sequencer or the watcher names each attack.
 */

const system = suiteSystemWithLog();
let folder: string;
let token: string;
let rejected: string;

beforeAll(async () => {
  token = await system.token({ is_platform_admin: true });
  folder = mkdtempSync(join(tmpdir(), "log-attacks-"));
  rejected = await decided("rejected");
  await run();
  await keep();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

const run = () => expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
const checkpoint = () => system.api()("GET", "/evidence/log/checkpoint");
const meta = (pk: string) => ({ pk, sk: "META" });

async function decided(decision: string): Promise<string> {
  const { token: link, review } = await askAgain(system);
  const json = { accept: "application/json" };
  await expectStatus(system.api()("GET", `/counsel/review/${link}`, undefined, json), 200);
  const body = { decision, comment: "Not like this." };
  await expectStatus(system.api()("POST", `/counsel/review/${link}/decide`, body), 200);
  return review.id;
}

async function found(policy: TlogPolicy | null = null): Promise<Finding[]> {
  const mirror = await openMirror(folder);
  const { observed } = await observe(deploymentAt(system.baseUrl), mirror, policy, token);
  return watch(observed);
}

/** The names of what the command finds. */
const findings = async (policy: TlogPolicy | null = null): Promise<FindingName[]> =>
  [...new Set((await found(policy)).map(({ name }) => name))].sort();

async function keep(): Promise<void> {
  const mirror = await openMirror(folder);
  const { observed, fetched } = await observe(deploymentAt(system.baseUrl), mirror, null, token);
  expect(await watch(observed)).toEqual([]);
  await mirror.keep(observed.header, fetched);
}

/** The errors that a run of the sequencer reports. */
async function alarms(): Promise<Item[]> {
  system.lines.length = 0;
  await run();
  return system.lines.filter(
    ({ level, event }) => level === "error" && String(event).startsWith("evidence_log."),
  );
}

const refusals = async () => (await alarms()).map(({ event, reason }) => [event, reason]);

/**
 * Puts back every item that had another content before. A later test checks that nothing is found then.
 */
async function undoing(attack: () => Promise<void>, check: () => Promise<void>): Promise<void> {
  const keyOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;
  const before = await itemsUnder(system, "");
  try {
    await attack();
    await check();
  } finally {
    const after = new Map((await itemsUnder(system, "")).map((item) => [keyOf(item), item]));
    for (const item of before) {
      if (!isDeepStrictEqual(after.get(keyOf(item)), item)) await putItem(system, item);
      after.delete(keyOf(item));
    }
    for (const item of after.values()) await removeItem(system, item as never);
  }
}

const hashed = (row: AuditRow): AuditRow => {
  const { row_hash: _, ...rest } = row;
  return { ...rest, row_hash: rowHash({ ...rest, prev_hash: rest.prev_hash ?? null }) };
};

/** An item with this row, in the place where the row says that it belongs. */
function itemOf(like: Item, row: AuditRow, chainLength?: number): Item {
  const sk = placeOf(row, chainLength);
  const indexes = Object.keys(like).filter((name) => /^audit\dsk$/.test(name));
  return { ...like, ...Object.fromEntries(indexes.map((name) => [name, sk])), sk, row };
}

const trail = () => rowItems(system, "rule_review_request", rejected);

/** A forged row that follows another row of the rejected request. */
async function forged(after: number, change: Partial<AuditRow>): Promise<Item> {
  const items = await trail();
  const last = items.at(after) as Item;
  const row = hashed({
    ...last.row,
    id: randomUUID(),
    created_at: new Date().toISOString(),
    prev_hash: last.row.row_hash,
    ...change,
  });
  return itemOf(last, row, items.length + 1);
}

test("in an untouched log, nothing is found over rotations of the log's keys and of the rows key", async () => {
  for (let turn = 0; turn < sized(3, 1); turn += 1) {
    for (const key of ["evidence-log-key", "evidence-rows-key"]) {
      await expectStatus(system.admin("POST", `/admin/setup/${key}/rotate-key`), 200);
      // Functions certified by the former key go on writing, while others begin under the new one.
      await decided("approved");
      expect(await alarms()).toEqual([]);
    }
  }
  await keep();
});

test("C1: a second decision that follows its chain well is not taken, and is reported as decided twice", async () => {
  await undoing(
    async () => {
      const item = await forged(-1, { action: "rule_review.approved" });
      await putItem(system, item);
      await putItem(system, outboxItem(item as never));
    },
    async () => {
      expect(await refusals()).toEqual([["evidence_log.row_refused", "row_unsigned"]]);
      expect(await findings()).toContain("decided_twice");
    },
  );
});

/** The sequencer's reasons for refusing a row that a holder of a genuine certificate signed. */
async function refusedOf(
  operation: string,
  item: Item,
  validity?: Parameters<typeof testWriter>[2],
): Promise<unknown[]> {
  const writer = await testWriter(system, operation, validity);
  await putItem(system, writer.signed(item));
  await putItem(system, outboxItem(item as never));
  return (await refusals()).map(([, reason]) => reason);
}

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

test("N8: a decision is taken only from the function that decides: not unsigned, not from another function, not under a certificate that has ended, is not yet valid or is of another log", async () => {
  const made = () => forged(-1, { action: "rule_review.approved" });
  const tried: [string, Parameters<typeof testWriter>[2], string][] = [
    ["putFramework", {}, "row_by_wrong_writer"],
    ["decideReview", { notBefore: hours(-14), notAfter: hours(-1) }, "row_by_wrong_writer"],
    ["decideReview", { notBefore: hours(1) }, "row_by_wrong_writer"],
    ["decideReview", { origin: "other.example/evidence/log" }, "row_unsigned"],
    // Even the right function's writer can make no second decision and no branch.
    ["decideReview", {}, "decided_twice"],
  ];
  for (const [operation, validity, reason] of tried) {
    await undoing(
      async () => {},
      async () => {
        expect(await refusedOf(operation, await made(), validity)).toEqual([reason]);
      },
    );
  }
});

test("own: a genuine signature counts only for its own row, and only with a certificate that the rows key signed", async () => {
  const item = await forged(-1, { action: "rule_review.cancelled" });
  const [first] = await trail();
  await undoing(
    async () => {
      const { writer, writer_signature } = first as Item;
      await putItem(system, { ...item, writer, writer_signature });
      await putItem(system, outboxItem(item as never));
    },
    async () => expect(await refusals()).toEqual([["evidence_log.row_refused", "row_unsigned"]]),
  );
  await undoing(
    async () => {
      const writer = await testWriter(system, "cancelReview");
      await rewriteItem(system, meta(`WRITER#${writer.id}`), (stored) => {
        stored.writer.signature = base64(new Uint8Array(64));
      });
      await putItem(system, writer.signed(item));
      await putItem(system, outboxItem(item as never));
    },
    async () => expect(await refusals()).toEqual([["evidence_log.row_refused", "row_unsigned"]]),
  );
});

test("own: a writer's id that is no key of the table holds nobody up, and breaks no answer", async () => {
  const item = await forged(-1, { action: "rule_review.cancelled" });
  await undoing(
    async () => {
      await putItem(system, { ...item, writer: "x".repeat(3000), writer_signature: "" });
      await putItem(system, outboxItem(item as never));
    },
    async () => {
      expect(await refusals()).toEqual([["evidence_log.row_refused", "row_unsigned"]]);
      await expectStatus(system.admin("GET", `/admin/rule-reviews/${rejected}/evidence`), 200);
    },
  );
});

test("N16: a row dated ahead is left and named, and holds nobody else up", async () => {
  const writer = await testWriter(system, "cancelReview");
  const at = new Date(Date.now() + 60_000).toISOString();
  const item = await forged(-1, { action: "rule_review.cancelled", created_at: at });
  const planted = [writer.signed(item), outboxItem(item as never)];
  for (const one of planted) await putItem(system, one);
  await decided("approved");
  const before = Number((await checkpoint()).text.split("\n")[1]);
  expect(await refusals()).toEqual([["evidence_log.row_refused", "time_in_future"]]);
  expect(Number((await checkpoint()).text.split("\n")[1])).toBeGreaterThan(before);
  for (const one of planted) await removeItem(system, one as never);
  await keep();
});

test("C1: a decision overwritten in the request's own trail, with the real one left in the lists", async () => {
  await undoing(
    async () => {
      const real = (await trail()).at(-1) as Item;
      const row = hashed({ ...real.row, action: "rule_review.approved" });
      await putItem(system, { pk: real.pk, sk: real.sk, row });
      await putItem(system, { ...real, pk: "AUDIT#rule_review_request#elsewhere" });
      await putItem(system, outboxItem(real as never));
    },
    async () => {
      // The log has taken the row of this place, so what is there now is not a waiting row.
      expect(await refusals()).toEqual([["evidence_log.row_refused", "does_not_follow"]]);
      expect(await findings()).toEqual(expect.arrayContaining(["decided_twice", "row_changed"]));
    },
  );
});

test("own: a branch in a trail", async () => {
  await undoing(
    async () => {},
    async () => {
      const item = await forged(0, { action: "rule_review.cancelled" });
      expect(await refusedOf("cancelReview", item)).toEqual(["does_not_follow"]);
      expect(await findings()).toContain("trail_branched");
    },
  );
});

test.each<[string, Partial<AuditRow>, string]>([
  ["without a chain", { prev_hash: null }, "does_not_follow"],
  ["of another action than its resource has", { action: "framework.updated" }, "wrong_place"],
  ["of another resource than its partition", { resource_id: "other" }, "wrong_place"],
  ["whose content is no row", { context: null as never }, "not_a_row"],
])("own: a row %s is not taken", async (_, change, reason) => {
  await undoing(
    async () => {
      const item = await forged(-1, { action: "rule_review.cancelled" });
      const row =
        change.context === null ? { ...item.row, ...change } : hashed({ ...item.row, ...change });
      const whole = { pk: item.pk, sk: item.sk, row };
      const writer = await testWriter(system, "cancelReview");
      await putItem(system, change.context === null ? whole : writer.signed(whole));
      await putItem(system, outboxItem(item as never));
    },
    async () => expect(await refusals()).toEqual([["evidence_log.row_refused", reason]]),
  );
});

test("own: a row with a wrong hash, and a waiting row that is not there", async () => {
  await undoing(
    async () => {
      const item = await forged(-1, { action: "rule_review.cancelled" });
      await putItem(system, { ...item, row: { ...item.row, row_hash: "0".repeat(64) } });
      await putItem(system, outboxItem(item as never));
      await putItem(
        system,
        outboxItem({ pk: "AUDIT#artifact#none", sk: "2026-01-01T00:00:00.000Z#x" }),
      );
    },
    async () => {
      expect((await refusals()).sort()).toEqual([
        ["evidence_log.row_refused", "hash_differs"],
        ["evidence_log.row_refused", "row_missing"],
      ]);
    },
  );
});

test("own: a row that was taken is not taken again when it is made to wait", async () => {
  await undoing(
    async () => {
      const [first] = await trail();
      await putItem(system, outboxItem(first as never));
      const [framework] = await itemsUnder(system, "AUDIT#framework#");
      await putItem(system, outboxItem(framework as never));
    },
    async () => {
      const { size } = (await run()).body;
      expect((await checkpoint()).text.split("\n")[1]).toBe(String(size));
      expect(await findings()).toEqual([]);
    },
  );
});

/** All items of the log in the table, as they are now. */
const logItems = async () =>
  (await itemsUnder(system, "LOG")).filter(({ pk }) => !String(pk).startsWith("LOG#FORK"));

async function expectFork(): Promise<void> {
  const before = (await checkpoint()).text;
  expect((await alarms()).map(({ event }) => event)).toEqual(["evidence_log.forked"]);
  const served = await checkpoint();
  expect(served.text).toBe(before);
  expect(Date.parse(served.headers.get("log-forked-since") ?? "")).toBeGreaterThan(0);
  expect(await findings()).toContain("log_forked");
}

test("H1: a log rolled back to an earlier state is not signed, and the mirror finds it", async () => {
  const earlier = await logItems();
  await decided("approved");
  await run();
  await keep();
  await undoing(
    async () => {
      for (const item of earlier) await putItem(system, item);
    },
    async () => {
      await decided("approved");
      await expectFork();
      expect(await findings()).toContain("log_rolled_back");
    },
  );
});

test("H1: a second tree of the same size is not signed", async () => {
  await undoing(async () => {
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
    await decided("approved");
  }, expectFork);
});

test("own: an entry, a tile or a head changed alone is not signed over", async () => {
  const changes: [string, (item: Item) => void][] = [
    [
      "LOG#ENTRIES#0",
      (item) => {
        item.bytes = item.bytes.with(item.bytes.length - 10, 0x30);
      },
    ],
    [
      "LOG#ENTRIES#0",
      (item) => {
        item.bytes = item.bytes.slice(0, -ENTRY_BYTES);
      },
    ],
    [
      "LOG#TILE#0#0",
      (item) => {
        item.bytes = item.bytes.with(3, item.bytes[3] ^ 1);
      },
    ],
    [
      "LOG#HEAD",
      (item) => {
        item.head.root = base64(new Uint8Array(32));
      },
    ],
  ];
  for (const [pk, change] of changes) {
    await undoing(
      async () => {
        await rewriteItem(system, meta(pk), change);
      },
      async () => {
        expect((await alarms()).map(({ event }) => event)).toEqual(["evidence_log.forked"]);
      },
    );
  }
});

/** The size of the newest anchor. */
async function newestAnchored(): Promise<string> {
  const s3 = await fetch(`${system.endpoints.s3}/countersign-anchors?list-type=2&max-keys=1`, {
    headers: { authorization: "AWS4-HMAC-SHA256 Credential=operator/x/x/s3/aws4_request" },
  });
  return /-(\d+)<\/Key>/.exec(await s3.text())?.[1] ?? "";
}

test("H1: nothing in the table switches the anchors off", async () => {
  await rewriteItem(system, meta("LOG#PROGRESS"), (item) => {
    item.progress = { ...item.progress, anchored: 1e15, receipts: 1e15, cosigned: 1e15 };
  });
  await decided("approved");
  expect(await alarms()).toEqual([]);
  expect(await newestAnchored()).toBe((await checkpoint()).text.split("\n")[1]);
});

test("H1: nothing in the table decides what is anchored", async () => {
  const { text } = await checkpoint();
  const stored = (await itemsUnder(system, "LOG#CHECKPOINTS")) as [Item, ...Item[]];
  const used = new Set(stored.map(({ sk }) => sk));
  const newest = await newestAnchored();
  await undoing(
    async () => {
      // The note is genuine, but for another size. Chance decides which sizes a run compares.
      for (let size = 0; size <= Number(newest); size += 1) {
        const sk = String(size).padStart(16, "0");
        const checkpoint = { ...stored[0].checkpoint, size: 1e12, note: text };
        if (!used.has(sk)) await putItem(system, { ...stored[0], sk, checkpoint });
      }
      // Under keys that are no sizes, enough of them for a whole page.
      for (let one = 10; one < 40; one += 1) await putItem(system, { ...stored[0], sk: `~${one}` });
    },
    async () => {
      expect((await alarms()).map(({ event }) => event)).toContain("evidence_log.anchor_differs");
      expect(await newestAnchored()).toBe(newest);
    },
  );
});

test("H2: software keys in the table sign nothing, and are found to be unannounced", async () => {
  const text = (await checkpoint()).text;
  const [origin = "", size = "", root = ""] = text.split("\n");
  const own = testLogKeys(origin);
  await undoing(
    async () => {
      await rewriteItem(system, meta("LOG#KEYS"), ({ keys }) => {
        keys.sets[0] = keys.sets[0].map((key: Item, i: number) => ({
          ...key,
          verifier_key: verifierKeyText(own.keys[i] as never),
        }));
      });
      await rewriteItem(system, meta("LOG#CHECKPOINT"), (item) => {
        const tree = { size: Number(size), root: Buffer.from(root, "base64") };
        item.checkpoint.note = own.checkpoint(tree);
      });
    },
    async () => {
      expect(await findings()).toContain("key_unannounced");
      expect((await alarms()).map(({ event }) => event)).toEqual(["evidence_log.forked"]);
    },
  );
});

test("H2: the log's first keys, exchanged together with their whole chain, are not those of its rows", async () => {
  const [origin = "", size = "", root = ""] = (await checkpoint()).text.split("\n");
  const own = testLogKeys(origin);
  rmSync(folder, { recursive: true });
  await undoing(
    async () => {
      await rewriteItem(system, meta("LOG#KEYS"), ({ keys }) => {
        const arns = keys.sets[0] as Item[];
        keys.changes = [own.first()];
        keys.sets = [
          arns.map((key, i) => ({ ...key, verifier_key: verifierKeyText(own.keys[i] as never) })),
        ];
      });
      await rewriteItem(system, meta("LOG#CHECKPOINT"), (item) => {
        item.checkpoint.note = own.checkpoint({
          size: Number(size),
          root: Buffer.from(root, "base64"),
        });
      });
    },
    async () => {
      expect(await findings()).toEqual(["key_unannounced"]);
      expect((await alarms()).map(({ event }) => event)).toEqual(["evidence_log.forked"]);
    },
  );
  await keep();
});

test("own: the table's list of keys is that of the signed notes, or nothing is signed", async () => {
  const changes: ((keys: Item) => void)[] = [
    ({ rows }) => delete rows[1].until,
    ({ rows }) => (rows[1].until.emergency = !rows[1].until.emergency),
    ({ rows }) => (rows[1].until.at = hours(1)),
    ({ rows }) => (rows[1].until.size += 1),
    ({ rows }) => rows.pop(),
    ({ rows }) => rows.push({ ...rows[0] }),
    ({ sets }) => sets.pop(),
  ];
  for (const change of changes) {
    await undoing(
      async () => {
        await rewriteItem(system, meta("LOG#KEYS"), ({ keys }) => {
          change(keys);
        });
      },
      async () => {
        expect((await alarms()).map(({ event, reason }) => [event, reason])).toEqual([
          ["evidence_log.forked", "Its list of keys is not that of the signed notes."],
        ]);
      },
    );
  }
  expect(await alarms()).toEqual([]);
});

test("own: keys planted as the next ones delay nothing", async () => {
  const none = "arn:aws:kms:eu-central-1:1:key/none";
  await rewriteItem(system, meta("LOG#KEYS"), ({ keys }) => {
    keys.next = { role: "log", arns: [none, none] };
  });
  await decided("approved");
  const before = Number((await checkpoint()).text.split("\n")[1]);
  expect((await alarms()).map(({ event }) => event)).toEqual(["evidence_log.key_change_failed"]);
  expect(Number((await checkpoint()).text.split("\n")[1])).toBeGreaterThan(before);
  await rewriteItem(system, meta("LOG#KEYS"), ({ keys }) => {
    keys.next = null;
  });
  await keep();
});

test("own: a checkpoint changed in the table is found, and the next run restores the anchored one", async () => {
  const before = await rewriteItem(system, meta("LOG#CHECKPOINT"), (item) => {
    item.checkpoint.note = item.checkpoint.note.replace(/\n— \S+ (.{20})./, (line: string) =>
      line.endsWith("A") ? `${line.slice(0, -1)}B` : `${line.slice(0, -1)}A`,
    );
  });
  expect(await findings()).toEqual(["checkpoint_signature"]);
  expect(await alarms()).toEqual([]);
  expect((await checkpoint()).text).toBe(before.checkpoint.note);
  // The log's own signatures are as they were, but with this line no reader takes it for a note.
  await rewriteItem(system, meta("LOG#CHECKPOINT"), (item) => {
    item.checkpoint.note += "no signature\n";
  });
  await expect(findings()).rejects.toThrow("Its checkpoint is not one.");
  expect(await alarms()).toEqual([]);
  expect((await checkpoint()).text).toBe(before.checkpoint.note);
  expect(await findings()).toEqual([]);
});

test("M4: rows that were changed, hidden, added, or dated ahead are named by the watcher", async () => {
  const [framework, hidden] = (await itemsUnder(system, "AUDIT#framework#")) as [Item, Item];
  const old = new Date(Date.now() - 600_000).toISOString();
  const plain = (change: Partial<AuditRow>): Item => {
    const row = hashed({ ...framework.row, id: randomUUID(), ...change });
    return itemOf(framework, row);
  };
  const late = plain({ created_at: old });
  const ahead = plain({ created_at: "2030-01-01T00:00:00.000Z" });
  const never = plain({ created_at: "2026-13-99T00:00:00.000Z" });
  await undoing(
    async () => {
      const { row } = framework;
      const twin = { ...row, context: { ...row.context, display_name: "Another" } };
      await putItem(system, { ...itemOf(framework, twin), pk: "AUDIT#framework#twin" });
      await removeItem(system, { pk: hidden.pk, sk: hidden.sk });
      for (const item of [late, ahead, never]) await putItem(system, item);
    },
    async () => {
      const all = await found();
      const details = (name: FindingName) =>
        all.filter((one) => one.name === name).map(({ detail }) => detail);
      expect(details("row_changed")).toContainEqual(
        expect.stringMatching(`${framework.row.id} .* does not match its hash`),
      );
      expect(details("row_missing")).toContainEqual(expect.stringContaining("belongs to no row"));
      expect(details("row_unlogged")).toContainEqual(expect.stringContaining(late.row.id));
      const dated = details("time_in_future").join();
      expect(dated).toContain(ahead.row.id);
      expect(dated).toContain(never.row.id);
    },
  );
});

test("L4: a policy whose witnesses have not cosigned is not met", async () => {
  const witness = testWitness("w.example");
  const policy = parsePolicy(`witness w ${verifierKeyText(witness.key)}\nquorum w\n`);
  expect(await findings(policy as TlogPolicy)).toEqual(["witness_quorum"]);
});

test("once every attack is undone, neither the next run nor the watcher finds anything", async () => {
  await run();
  expect(await alarms()).toEqual([]);
  expect(await findings()).toEqual([]);
});

// What the log has taken stays in it, so these tests come last.

test("H5: an unsigned row dated a year back is not taken; a row that waits too long is late for ever", async () => {
  const [framework] = (await itemsUnder(system, "AUDIT#framework#")) as [Item];
  const created_at = new Date(Date.now() - 365 * 86_400_000).toISOString();
  const item = itemOf(framework, hashed({ ...framework.row, id: randomUUID(), created_at }));
  await undoing(
    async () => {
      await putItem(system, item);
      await putItem(system, outboxItem(item as never));
    },
    async () => {
      expect(await refusals()).toEqual([["evidence_log.row_refused", "does_not_follow"]]);
      expect(await findings()).toEqual(["illegal_transition", "row_unlogged", "trail_branched"]);
    },
  );
  await decided("approved");
  await system.advance(11 * 60);
  token = await system.token({ is_platform_admin: true });
  expect(await alarms()).toEqual([]);
  expect(await findings()).toEqual(["logged_late"]);
});

test("own: a second decision is not taken, although its writer's certificate is genuine and it follows the first", async () => {
  const at = new Date(Date.now() + 11 * 60_000).toISOString();
  const item = await forged(-1, { action: "rule_review.approved", created_at: at });
  expect(await refusedOf("decideReview", item)).toEqual(["decided_twice"]);
  expect(await findings()).toEqual(["decided_twice", "logged_late"]);
});
