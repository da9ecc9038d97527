import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type AuditRow, chained, loggedHash, withRowHash } from "#shared/domain/audit/row.ts";
import {
  checkpointText,
  rawPublicKey,
  signatureLine,
  signedNote,
  type VerifierKey,
  verifierKey,
  verifierKeyText,
} from "#shared/domain/log/note.ts";
import { append, EMPTY_EDGE, rootOfEdge, tilePath } from "#shared/domain/log/tiles.ts";
import { type Observed, type WatchState, watch } from "#shared/domain/log/watch.ts";

/*
 * Attacks by someone with the whole table, the HMAC secret and admin rights, but without the log's
 * key: the log's watcher detects and names each. Attacks on a single decision are in
 * test/functions/evidence/bundle-version-2.test.ts.
 */

const ORIGIN = "compliance.example/evidence/log";
const START = Date.parse("2026-11-20T10:00:00.000Z");
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();

interface Signer {
  key: VerifierKey;
  privateKey: KeyObject;
}

function newSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = rawPublicKey(publicKey.export({ format: "der", type: "spki" }));
  return { key: verifierKey(ORIGIN, raw), privateKey };
}

let ids = 0;
const rowOf = (seconds: number, action = "framework.updated", context = {}): AuditRow => {
  ids += 1;
  const resource_type = action.startsWith("platform.") ? "evidence_log_key" : "framework";
  return withRowHash({
    id: `row-${ids}`,
    created_at: at(seconds),
    resource_type,
    resource_id: "r",
    tenant_id: null,
    actor_user_id: null,
    actor_type: "system",
    action,
    context,
  });
};

/** The log that a service serves, as the watcher reads it. */
function serve(
  logged: readonly AuditRow[],
  signers: readonly Signer[],
  more: Partial<Observed> = {},
): Observed {
  const entries = logged.map((row) => Buffer.from(loggedHash(row), "hex"));
  const grown = append(EMPTY_EDGE, entries);
  const [signer] = signers as [Signer];
  const root = rootOfEdge(grown.edge);
  const text = checkpointText({ origin: ORIGIN, size: entries.length, root });
  const line = signatureLine(
    ORIGIN,
    signer.key.id,
    sign(null, Buffer.from(text), signer.privateKey),
  );
  return {
    keys: signers.map(({ key }) => verifierKeyText(key)),
    checkpoint: signedNote(text, [line]),
    entries,
    tiles: new Map(
      grown.tiles.map(({ level, index, bytes }) => [
        tilePath(level, index, bytes.length / 32),
        bytes,
      ]),
    ),
    rows: logged,
    now: at(100_000),
    ...more,
  };
}

const names = (observed: Observed, before: WatchState | null = null) =>
  [...new Set(watch(observed, before).findings.map(({ name }) => name))].sort();

const signer = newSigner();
const birth = rowOf(0, "platform.evidence_log_key.provisioned");
const rows = [birth, ...Array.from({ length: 300 }, (_, i) => rowOf(10 + i))];
const seen = watch(serve(rows, [signer], { now: at(400) }), null).state as WatchState;
const later = [...rows, rowOf(500), rowOf(501)];

describe("a watcher of the log", () => {
  it("finds nothing in untouched evidence, over three changes of the key", () => {
    let signers: readonly Signer[] = [signer];
    let logged: readonly AuditRow[] = rows;
    let state: WatchState | null = null;
    for (let round = 0; round < 4; round += 1) {
      const watched = watch(serve(logged, signers, { now: at(1000 * (round + 1)) }), state);
      expect(watched.findings).toEqual([]);
      state = watched.state;
      const next = newSigner();
      const verifier_key = verifierKeyText(next.key);
      const change = rowOf(1000 * (round + 1) + 5, "platform.evidence_log_key.rotated", {
        verifier_key,
      });
      signers = [next, ...signers];
      logged = [...logged, change, rowOf(1000 * (round + 1) + 9)];
    }
  });

  it("allows a row to wait two minutes, by the later of two clocks, and no longer", () => {
    const fresh = rowOf(600);
    const waiting = (now: string) => names(serve(rows, [signer], { rows: [...rows, fresh], now }));
    expect(waiting(at(719))).toEqual([]);
    expect(waiting(at(721))).toEqual(["row_missing"]);
  });

  const attacks: [string, () => string[], string][] = [
    [
      "a decision left out of the log",
      () =>
        names(
          serve(
            rows.filter((_, i) => i !== 7),
            [signer],
            { rows },
          ),
        ),
      "row_missing",
    ],
    [
      "a row deleted from the table",
      () => names(serve(rows, [signer], { rows: rows.slice(0, -1) })),
      "entry_without_row",
    ],
    [
      "a row rewritten in place",
      () =>
        names(
          serve(rows, [signer], {
            rows: rows.map((row, i) => (i === 9 ? { ...row, context: { forged: true } } : row)),
          }),
        ),
      "row_changed",
    ],
    [
      "a row rewritten with its hash made anew",
      () => {
        const forged = rows.map((row, i) =>
          i === 9
            ? withRowHash({
                ...row,
                row_hash: undefined,
                context: { forged: true },
              } as unknown as AuditRow)
            : row,
        );
        return names(serve(rows, [signer], { rows: forged }));
      },
      "row_missing",
    ],
    [
      "row and log rewritten together",
      () => {
        const forged = rows.map((row, i) =>
          i === 9
            ? withRowHash({
                ...row,
                row_hash: undefined,
                context: { forged: true },
              } as unknown as AuditRow)
            : row,
        );
        return names(serve(forged, [signer]), seen);
      },
      "forked",
    ],
    [
      "the log cut off at its end",
      () => names(serve(rows.slice(0, 200), [signer]), seen),
      "rolled_back",
    ],
    ["the log begun anew", () => names(serve([birth], [signer]), seen), "rolled_back"],
    [
      "two leaves exchanged",
      () => names(serve([rows[1], rows[0], ...rows.slice(2)] as AuditRow[], [signer]), seen),
      "forked",
    ],
    [
      "a leaf slipped in between",
      () => names(serve([...rows.slice(0, 50), rowOf(60), ...rows.slice(50)], [signer]), seen),
      "forked",
    ],
    [
      "a leaf that is there twice",
      () => names(serve([...rows, rows[5] as AuditRow], [signer], { rows }), seen),
      "entry_twice",
    ],
    ["a leaf of no row", () => names(serve(later, [signer], { rows }), seen), "entry_without_row"],
    [
      "a row dated back into what was seen",
      () => names(serve([...later, rowOf(50)], [signer]), seen),
      "back_dated",
    ],
    [
      "a row dated before there was a log, long after that",
      () => names(serve([...later, rowOf(-1000)], [signer]), { ...seen, at: at(9000) }),
      "back_dated",
    ],
    [
      "a checkpoint signed by a key of the attacker's",
      () => {
        const forger = newSigner();
        const forged = serve(later, [forger], { keys: [verifierKeyText(signer.key)] });
        return names(forged, seen);
      },
      "checkpoint_signature",
    ],
    [
      "the attacker's key published beside the log's",
      () => names(serve(later, [newSigner(), signer]), seen),
      "key_unannounced",
    ],
    [
      "the attacker's key in the place of the log's",
      () => names(serve(later, [newSigner()]), seen),
      "key_withdrawn",
    ],
    [
      "a signature broken",
      () => {
        const observed = serve(rows, [signer]);
        const end = observed.checkpoint.length - 10;
        const turned = observed.checkpoint[end] === "A" ? "B" : "A";
        return names({
          ...observed,
          checkpoint: `${observed.checkpoint.slice(0, end)}${turned}${observed.checkpoint.slice(end + 1)}`,
        });
      },
      "checkpoint_signature",
    ],
    [
      "entries that are not those of the root",
      () => names({ ...serve(rows, [signer]), entries: serve(later, [signer]).entries }),
      "root_mismatch",
    ],
    [
      "a tile that is not that of the entries",
      () => {
        const observed = serve(rows, [signer]);
        const tiles = new Map(observed.tiles);
        tiles.set("0/000", Buffer.alloc(256 * 32, 1));
        return names({ ...observed, tiles });
      },
      "tile_mismatch",
    ],
    [
      "another log under the same address",
      () => names(serve(rows, [signer]), { ...seen, origin: "other.example/log" }),
      "origin_changed",
    ],
    [
      "a log that serves nothing",
      () => names({ ...serve(rows, [signer]), checkpoint: "" }),
      "no_checkpoint",
    ],
    [
      "a chain's rows out of their order",
      () => {
        const first = chained({ ...rowOf(600), resource_type: "rule_review_request" }, null);
        const second = chained({ ...rowOf(601), resource_type: "rule_review_request" }, first.head);
        return names(serve([...rows, second.row, first.row], [signer]), seen);
      },
      "chain_order",
    ],
  ];

  it.each(attacks)("finds %s", (_, attack, name) => {
    expect(attack()).toContain(name);
  });
});
