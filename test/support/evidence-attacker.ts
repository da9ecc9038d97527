import { createHash } from "node:crypto";
import type { SoftwarePasskey } from "#infra/local/software-passkey.ts";
import { type AuditRow, loggedHash } from "#shared/domain/audit/row.ts";
import type { Assertion } from "#shared/domain/counsel/assertion-form.ts";
import { signerOf } from "#shared/domain/counsel/counsel.ts";
import { DEVELOPMENT_SECRET, keyringOf } from "#shared/domain/reviews/keyring.ts";
import { decide as decideTransition } from "#shared/domain/reviews/transitions.ts";
import { challengeFor, enrol, salts, setPolicy } from "./enrol.ts";
import {
  appointAnother,
  type Commissioned,
  commission,
  commissionAnother,
  expectStatus,
  requestReview,
} from "./review-fixture.ts";
import type { TestSystem } from "./system.ts";
import {
  type Item,
  itemAt,
  leaveAltered,
  outboxItem,
  placeOf,
  putItem,
  removeItem,
  rewriteItem,
  rowItems,
} from "./table-attack.ts";

export type Case = Commissioned & {
  /** Counsel's receipt. */
  receipt?: unknown;
  /** Counsel's passkey, if they have one. */
  key?: SoftwarePasskey;
};

interface Forgery {
  /** The decision to forge. */
  decision?: "approved" | "rejected";
  now?: string;
  /** Leaves the real decision where it is. */
  keep?: boolean;
  assertion?: Assertion;
}

const NO_DECISION = {
  status: "pending",
  decided_at: null,
  decision_signature: null,
  decision_comment: null,
  counsel_email: null,
  decision_row_hash: null,
  record_seal: null,
};

/** A row as it is stored, and the item that makes the sequencer look at it. */
function itemsOf(row: AuditRow, length?: number): Item[] {
  const key = { pk: `AUDIT#${row.resource_type}#${row.resource_id}`, sk: placeOf(row, length) };
  return [{ ...key, row }, outboxItem(key)];
}

/** An attacker who holds the HMAC secret and admin rights, and can write any item of the table. */
export class Attacker {
  readonly system: TestSystem;
  readonly #rejected: Promise<Case>[] = [];
  #shared: Promise<Commissioned> | null = null;
  #guarded: ReturnType<Attacker["guardedAlone"]> | null = null;
  #rejectedWithKey: ReturnType<Attacker["guardedAlone"]> | null = null;

  constructor(system: TestSystem) {
    this.system = system;
  }

  #first(): Promise<Commissioned> {
    this.#shared ??= commission(this.system);
    return this.#shared;
  }

  /** An open request to a counsel of its own, about rules that all cases share. */
  async commissioned(): Promise<Commissioned> {
    return commissionAnother(this.system, await this.#first());
  }

  /** Lets the log take in whatever is waiting. Earlier alterations are not taken back. */
  sequence() {
    leaveAltered(this.system);
    return expectStatus(this.system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  }

  /** Opens the link as counsel. */
  open(token: string) {
    return expectStatus(this.system.api()("GET", `/counsel/review/${token}`), 200);
  }

  decide(token: string, body: object) {
    return expectStatus(this.system.api()("POST", `/counsel/review/${token}/decide`, body), 200);
  }

  /**
   * A rejection by counsel that is in the log. All attacks whose alterations are taken back share it.
   * @param nth which of several
   */
  rejected(nth = 0): Promise<Case> {
    this.#rejected[nth] ??= this.rejectedAlone();
    return this.#rejected[nth];
  }

  /** The same, for one attack. */
  async rejectedAlone(): Promise<Case> {
    const one = await this.rejectedUnlogged();
    await this.sequence();
    return one;
  }

  /** The same, before the log has taken it in. */
  async rejectedUnlogged(): Promise<Case> {
    const one = await this.commissioned();
    await this.open(one.token);
    const said = { decision: "rejected", comment: "No.", salts };
    return { ...one, receipt: (await this.decide(one.token, said)).body.receipt };
  }

  /** An open request to counsel who must use their own key, shared as {@link rejected} is. */
  guarded(): Promise<Case & { key: SoftwarePasskey }> {
    this.#guarded ??= this.guardedAlone();
    return this.#guarded;
  }

  /** The same, for one attack. */
  async guardedAlone(): Promise<Case & { key: SoftwarePasskey }> {
    const first = await appointAnother(this.system, await this.#first());
    const key = await enrol(this.system, first.counselId);
    await setPolicy(this.system, first.counselId, "key_required");
    return { ...(await requestReview(this.system, first)), key };
  }

  /** A rejection under counsel's own key that is in the log, shared as {@link rejected} is. */
  rejectedWithKey(): Promise<Case & { key: SoftwarePasskey }> {
    this.#rejectedWithKey ??= this.#rejectWithKey();
    return this.#rejectedWithKey;
  }

  async #rejectWithKey(): Promise<Case & { key: SoftwarePasskey }> {
    const one = await this.guardedAlone();
    const said = { decision: "rejected" };
    const assertion = one.key.get(await challengeFor(this.system, one, said));
    const { receipt } = (await this.decide(one.token, { ...said, assertion })).body;
    await this.sequence();
    return { ...one, receipt };
  }

  /** The partition of a link's items. */
  linkOf(token: string) {
    return `LINK#${createHash("sha256").update(token).digest("hex")}`;
  }
  recordKey({ review }: Case) {
    return { pk: `REVIEW#${review.id}`, sk: "META" };
  }
  counselKey({ counselId }: Case) {
    return { pk: `COUNSEL#${counselId}`, sk: "META" };
  }
  reviewRows({ review }: Case) {
    return rowItems(this.system, "rule_review_request", review.id);
  }
  counselRows({ counselId }: Case) {
    return rowItems(this.system, "counsel", counselId);
  }

  changeRecord(one: Case, change: (review: Item) => void) {
    return rewriteItem(this.system, this.recordKey(one), ({ review }) => change(review));
  }
  changeCounsel(one: Case, change: (counsel: Item) => void) {
    return rewriteItem(this.system, this.counselKey(one), ({ counsel }) => change(counsel));
  }

  /** Writes an audit row with everything that makes the sequencer look at it. */
  async plant(row: AuditRow, length?: number): Promise<void> {
    for (const item of itemsOf(row, length)) await putItem(this.system, item);
  }

  /** Removes items. */
  async hide(...items: readonly Item[]): Promise<void> {
    for (const { pk, sk } of items) await removeItem(this.system, { pk, sk });
  }

  /** Changes rows in place and chains them again. @returns the last row's hash */
  async rechain(
    items: readonly Item[],
    change: (row: Item, previous: string | null) => void,
  ): Promise<string> {
    let previous: string | null = null;
    for (const item of items) {
      const row = structuredClone(item.row);
      change(row, previous);
      row.prev_hash = previous;
      row.row_hash = previous = loggedHash(row);
      await putItem(this.system, { ...item, row });
    }
    return previous ?? "";
  }

  /** Restores the record to its state before the decision, over the rows that are left. */
  async undecide(one: Case, rows: readonly Item[]): Promise<void> {
    const last = rows.at(-1)?.row as AuditRow;
    const audit_head = { hash: last.row_hash, length: rows.length, at: last.created_at };
    await this.changeRecord(one, (review) => Object.assign(review, NO_DECISION, { audit_head }));
  }

  /** Makes a new decision with the HMAC secret, from the record as it was before the real one. */
  async forgeDecision(one: Case, { keep = false, ...more }: Forgery = {}): Promise<void> {
    const rows = await this.reviewRows(one);
    const real = rows.find(({ row }) => row.action === "rule_review.rejected");
    const before = rows.filter((item) => item !== real);
    await this.undecide(one, before);
    const item = await itemAt(this.system, this.recordKey(one));
    const counsel = await itemAt(this.system, this.counselKey(one));
    const { after, row } = decideTransition(item.review, {
      decision: more.decision ?? "approved",
      comment: "Fine.",
      link: before[0]?.row.row_hash,
      salts,
      document: null,
      assertion: more.assertion ?? null,
      signer: signerOf(counsel.counsel),
      key: this.signing(),
      id: "00000000-0000-4000-8000-00000000f00d",
      now: more.now ?? new Date().toISOString(),
    });
    if (real !== undefined && !keep) await this.hide(real);
    await putItem(this.system, { ...item, review: after });
    await this.plant(row, after.audit_head.length);
  }

  signing() {
    const stored = { stored: null, override: DEVELOPMENT_SECRET, development: true };
    const { current } = keyringOf(stored);
    if (current === null) throw new Error("there is no secret");
    return current;
  }
}
