import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import {
  appointAnother,
  expectStatus,
  newRuleBook,
  ruleText,
} from "#test/support/review-fixture.ts";
import type { ApiAnswer, TestSystem } from "#test/support/system.ts";
import type { Json } from "./facts.ts";

/* Made-up histories of a rule book, played through the API. */

export const RULES = ["rule.a", "rule.b", "constructor"];
/** Few wordings, so that amendments are often reverted. */
const TITLES = 4;
const COUNSEL = 3;

const rules = fc.uniqueArray(fc.nat(RULES.length - 1), { minLength: 1, maxLength: 3 });
const outcome = fc.constantFrom(
  "approved",
  "approved_with_changes",
  "changes_requested",
  "rejected",
);
/** What counsel answers: the decision and, by chance, different verdicts on single rules. */
const said = fc.record({
  decision: outcome,
  verdicts: fc.array(fc.option(outcome), { minLength: RULES.length, maxLength: RULES.length }),
  isLong: fc.boolean(),
  isMute: fc.boolean(),
});
type Said = typeof said extends fc.Arbitrary<infer S> ? S : never;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("amend"), rule: fc.nat(2), title: fc.nat(TITLES - 1) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("request"),
      rules,
      counsel: fc.nat(COUNSEL - 1),
      days: fc.integer({ min: 1, max: 9 }),
      mayDelegate: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("panel"),
      rules,
      members: fc.constantFrom([0, 1], [1, 2], [0, 1, 2]),
      need: fc.integer({ min: 1, max: 3 }),
      isEnds: fc.boolean(),
      days: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 9, arbitrary: fc.record({ do: fc.constant("decide"), which: fc.nat(20), said }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("passOn"), which: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("extend"),
      which: fc.nat(20),
      days: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel"), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancelPanel"), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rename"), counsel: fc.nat(COUNSEL - 1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("lapse") }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("wait"),
      days: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 12 }) }, fc.constant(55)),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

export const steps = fc.array(step, { minLength: 10, maxLength: 22 });

/** A link that counsel has. */
interface Link {
  id: string;
  token: string;
  rules: string[];
}

export interface Lived {
  frameworkId: string;
  counselIds: string[];
  /** The time after each step, ISO 8601 UTC. */
  instants: string[];
  /** The contents that each rule can have, whether or not it ever had them. */
  contents: Map<string, Json[]>;
}

const DAY = 86_400;

/** Plays the steps. The service skips a step that is impossible at that point. */
export async function live(system: TestSystem, made: readonly Step[]): Promise<Lived> {
  const day = (await system.advance(60)).slice(0, 10);
  const contents = new Map(RULES.map((id, at) => [id, contentsOf(id, at, day)]));
  const first = [...contents.values()].map(([content]) => content);
  const { frameworkId } = await newRuleBook(system, first);
  const counsel = [];
  for (let at = 0; at < COUNSEL; at += 1) {
    counsel.push((await appointAnother(system, { frameworkId, ruleIds: RULES })).counselId);
  }
  const life = new Life({ system, frameworkId, counsel, contents });
  const instants = [];
  for (const one of made) {
    await system.advance(one.do === "wait" ? one.days * DAY : 30);
    await life.take(one);
    instants.push(await system.advance(30));
  }
  return { frameworkId, counselIds: counsel, instants, contents };
}

/** The wordings of a rule. The last rule's law ends soon, and the second rule's law begins soon. */
const contentsOf = (id: string, at: number, today: string): Json[] => {
  const on = (days: number) =>
    new Date(Date.parse(today) + days * DAY * 1000).toISOString().slice(0, 10);
  const dates = [{}, { applies_from: on(20) }, { applies_until: on(12) }][at] ?? {};
  return Array.from({ length: TITLES }, (_, title) =>
    ruleText(id, { title: `Wording ${title}`, ...dates }),
  );
};

interface Book {
  system: TestSystem;
  frameworkId: string;
  counsel: readonly string[];
  contents: ReadonlyMap<string, Json[]>;
}

class Life {
  private readonly links: Link[] = [];
  private readonly panels: string[] = [];
  private readonly book: Book;

  constructor(book: Book) {
    this.book = book;
  }

  async take(one: Step): Promise<void> {
    if (one.do === "amend") await this.amend(one);
    else if (one.do === "request") await this.request(one);
    else if (one.do === "panel") await this.panel(one);
    else if (one.do === "decide") await this.decide(one);
    else if (one.do === "passOn") await this.passOn(one);
    else if (one.do === "extend") await this.extend(one);
    else if (one.do === "rename") await this.rename(one);
    else if (one.do === "lapse") {
      await expectStatus(
        this.book.system.api()("POST", "/_local/schedules/expire-reviews/run"),
        200,
      );
    } else if (one.do === "cancel" || one.do === "cancelPanel") {
      const ids = one.do === "cancel" ? this.links.map(({ id }) => id) : this.panels;
      const id = ids[one.which % ids.length];
      const kind = one.do === "cancel" ? "rule-reviews" : "review-panels";
      if (id !== undefined) await this.book.system.admin("POST", `/admin/${kind}/${id}/cancel`);
    }
  }

  private async amend({ rule, title }: Extract<Step, { do: "amend" }>): Promise<void> {
    const wording = this.book.contents.get(RULES[rule] as string)?.[title];
    const path = `/admin/frameworks/${this.book.frameworkId}/rules`;
    await expectStatus(this.book.system.admin("PUT", path, { rules: [wording] }), 200);
  }

  private async request(asked: Extract<Step, { do: "request" }>): Promise<void> {
    const ids = asked.rules.map((rule) => RULES[rule] as string);
    const { body } = await expectStatus(
      this.book.system.admin("POST", "/admin/rule-reviews", {
        framework_id: this.book.frameworkId,
        rule_use_case_ids: ids,
        counsel_id: this.book.counsel[asked.counsel],
        expiry_days: asked.days,
        may_delegate: asked.mayDelegate,
      }),
      201,
    );
    this.link(body, ids);
  }

  private async panel(asked: Extract<Step, { do: "panel" }>): Promise<void> {
    const ids = asked.rules.map((rule) => RULES[rule] as string);
    const { body } = await expectStatus(
      this.book.system.admin("POST", "/admin/review-panels", {
        framework_id: this.book.frameworkId,
        rule_use_case_ids: ids,
        counsel_ids: asked.members.map((member) => this.book.counsel[member]),
        need: Math.min(asked.need, asked.members.length),
        on_reject: asked.isEnds ? "ends" : "outvoted",
        expiry_days: asked.days,
        may_delegate: true,
      }),
      201,
    );
    this.panels.push(body.panel.id);
    for (const review of body.reviews) this.link(review, ids);
  }

  private link({ id, magic_link_url }: Json, ids: string[]): void {
    this.links.push({ id, token: magic_link_url.split("/").at(-1), rules: ids });
  }

  private async decide({ which, said }: Extract<Step, { do: "decide" }>): Promise<void> {
    const link = this.links[which % this.links.length];
    if (link === undefined) return;
    await this.post(link, "decide", spoken(said, link.rules));
  }

  private async passOn({ which }: Extract<Step, { do: "passOn" }>): Promise<void> {
    const link = this.links[which % this.links.length];
    if (link === undefined) return;
    const email = `${randomUUID().slice(0, 8)}@law.example`;
    const body = { display_name: "Dr. Passed On", firm: "Else LLP", email, reason: "On leave." };
    const { status } = await this.post(link, "delegate", body);
    if (status !== 201) return;
    const list = `/admin/rule-reviews?framework_id=${this.book.frameworkId}&limit=200`;
    const { items } = (await this.book.system.admin("GET", list)).body;
    const theirs = items.find(({ delegated_from }: Json) => delegated_from === link.id);
    const trail = await this.book.system.admin("GET", `/admin/rule-reviews/${theirs.id}/audit`);
    this.link({ id: theirs.id, ...trail.body.items[0].context }, link.rules);
  }

  private async extend({ which, days }: Extract<Step, { do: "extend" }>): Promise<void> {
    const link = this.links[which % this.links.length];
    if (link === undefined) return;
    const path = `/admin/rule-reviews/${link.id}/extend`;
    await this.book.system.admin("POST", path, { expiry_days: days });
  }

  private async rename({ counsel }: Extract<Step, { do: "rename" }>): Promise<void> {
    const path = `/admin/counsel/${this.book.counsel[counsel]}`;
    const display_name = `Dr. ${randomUUID().slice(0, 4)}`;
    await expectStatus(this.book.system.admin("PATCH", path, { display_name }), 200);
  }

  private post({ token }: Link, what: string, body: Json): Promise<ApiAnswer> {
    return this.book.system.api()("POST", `/counsel/review/${token}/${what}`, body);
  }
}

/** The body of the decision, without verdicts that would contradict it. */
function spoken({ decision, verdicts, isLong, isMute }: Said, ids: readonly string[]): Json {
  const rule_verdicts = ids.flatMap((use_case_id, at) => {
    const verdict = verdicts[at] ?? null;
    if (verdict === null || (decision === "approved" && verdict !== "approved")) return [];
    const text = `${verdict} of ${use_case_id} ${isLong ? "at length ".repeat(40) : ""}`;
    return [{ use_case_id, verdict, ...(verdict === "approved" ? {} : { text }) }];
  });
  return { decision, rule_verdicts, ...(isMute ? {} : { comment: `${decision} as a whole.` }) };
}
