import * as fc from "fast-check";
import { expect, test } from "vitest";
import { inForceAt } from "#shared/domain/frameworks/in-force.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import {
  type Commissioned,
  commission,
  expectStatus,
  type RuleText,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

const system = suiteSystem();

const IDS = ["rule.a", "constructor"];
const DAY_MS = 86_400_000;
/** How many lives of a rule book are made up. */
const RUNS = sized(40, 2);

/** The events in a rule book's life, each an instant after the previous one. */
type Step =
  | { do: "edit"; rule: number; title: number; from: number | null; until: number | null }
  | { do: "request"; rules: number[]; days: number }
  | { do: "decide"; review: number; decision: string }
  | { do: "cancel"; review: number }
  | { do: "wait"; days: number };

const dayOffset = fc.option(fc.integer({ min: -3, max: 40 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("edit" as const),
      rule: fc.nat(1),
      title: fc.nat(1),
      from: dayOffset,
      until: dayOffset,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("request" as const),
      rules: fc.uniqueArray(fc.nat(1), { minLength: 1, maxLength: 2 }),
      days: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("decide" as const),
      review: fc.nat(5),
      decision: fc.constantFrom("approved", "approved_with_changes", "rejected"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("cancel" as const), review: fc.nat(5) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      days: fc.integer({ min: 1, max: 4 }),
    }),
  },
);

interface Version {
  at: string;
  content: RuleText;
}
interface Request {
  given: Commissioned;
  createdAt: string;
  contents: Map<string, RuleText>;
  ended: { at: string; decision: string } | null;
}

/** Everything that ever happened, in plain lists; every question is answered by a linear scan. */
class Replay {
  readonly versions = new Map<string, Version[]>(IDS.map((id) => [id, []]));
  readonly requests: Request[] = [];

  liveOn(id: string, on: string): { version: number; content: RuleText } | null {
    const then = (this.versions.get(id) ?? []).filter(({ at }) => at <= on);
    const last = then.at(-1);
    return last === undefined ? null : { version: then.length, content: last.content };
  }

  /** Decisions on a rule up to then, oldest first. */
  decided(id: string, on: string) {
    return this.requests
      .filter(({ contents, ended }) => contents.has(id) && ended !== null && ended.at <= on)
      .filter(({ ended }) => ended?.decision !== "cancelled")
      .toSorted((a, b) => ((a.ended?.at ?? "") < (b.ended?.at ?? "") ? -1 : 1));
  }

  approvalsOf(id: string, content: RuleText, on: string): string[] {
    return this.decided(id, on)
      .filter(({ ended }) => ended?.decision.startsWith("approved"))
      .filter(({ contents }) => same(contents.get(id), content))
      .map(({ given }) => given.review.id);
  }

  statusOn(id: string, on: string): string {
    const live = this.liveOn(id, on);
    const holds = ({ contents }: Request) => same(contents.get(id), live?.content);
    const decided = this.decided(id, on);
    const own = decided.findLast(holds);
    const last = own ?? decided.at(-1);
    if (last !== undefined) {
      if (!last.ended?.decision.startsWith("approved")) return "refused";
      return own === undefined ? "approved_then_changed" : "approved_live";
    }
    const isOpen = this.requests.some(
      (request) =>
        holds(request) &&
        request.contents.has(id) &&
        request.createdAt <= on &&
        request.given.review.expires_at >= on &&
        (request.ended === null || request.ended.at > on),
    );
    return isOpen ? "pending" : "never_reviewed";
  }
}

const same = (a: RuleText | undefined, b: RuleText | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

test("wording and coverage at any instant agree with replaying everything that ever happened", {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const { replay, instants, frameworkId } = await run(steps);
      for (const on of instants) await compare(replay, frameworkId, on);
    }),
    { numRuns: RUNS },
  );
  noteSweep("lives of a rule book, replayed", RUNS);
});

async function run(steps: readonly Step[]) {
  const replay = new Replay();
  const instants: string[] = [];
  let now = await system.advance(60);
  const day = (offset: number) =>
    new Date(Date.parse(now) + offset * DAY_MS).toISOString().slice(0, 10);
  const first = IDS.map((id) => ruleText(id));
  const home = await commission(system, { rules: first, expiryDays: 3 });
  const { frameworkId } = home;
  for (const content of first) {
    replay.versions.get(content.use_case_id)?.push({ at: await createdAt(home, content), content });
  }
  replay.requests.push(requestOf(home, first));
  for (const one of steps) {
    now = await system.advance(one.do === "wait" ? one.days * 86_400 : 60);
    if (one.do === "edit") {
      const id = IDS[one.rule] as string;
      const from = one.from === null ? null : day(one.from);
      const until = one.until === null ? null : day(one.until);
      const content = ruleText(id, {
        title: `Title ${one.title}`,
        ...(from === null ? {} : { applies_from: from }),
        ...(until === null || (from !== null && until < from) ? {} : { applies_until: until }),
      });
      const before = replay.liveOn(id, now)?.content;
      await expectStatus(
        system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, { rules: [content] }),
        200,
      );
      if (!same(before, content)) {
        replay.versions.get(id)?.push({ at: await createdAt(home, content), content });
      }
    } else if (one.do === "request") {
      const ruleIds = one.rules.map((rule) => IDS[rule] as string);
      const made = await requestReview(system, { ...home, ruleIds, expiryDays: one.days });
      const contents = ruleIds.map((id) => replay.liveOn(id, "9999")?.content as RuleText);
      replay.requests.push(requestOf(made, contents));
    } else if (one.do === "decide") {
      const request = replay.requests[one.review % replay.requests.length] as Request;
      const { token } = request.given;
      const { status, body } = await system.api()("POST", `/counsel/review/${token}/decide`, {
        decision: one.decision,
      });
      if (status === 200 && request.ended === null) {
        request.ended = { at: body.decided_at, decision: one.decision };
      }
    } else if (one.do === "cancel") {
      const request = replay.requests[one.review % replay.requests.length] as Request;
      const path = `/admin/rule-reviews/${request.given.review.id}`;
      const { status } = await system.admin("POST", `${path}/cancel`);
      if (status === 200) {
        const { items } = (await system.admin("GET", `${path}/audit`)).body;
        request.ended = { at: items.at(-1).created_at, decision: "cancelled" };
      }
    }
    instants.push(await system.advance(60));
  }
  instants.push(new Date(Date.parse(now) + 5 * DAY_MS).toISOString());
  return { replay, instants, frameworkId };
}

async function compare(replay: Replay, frameworkId: string, on: string): Promise<void> {
  const path = `/admin/frameworks/${frameworkId}`;
  const report = await system.admin("GET", `${path}/coverage?as_of=${encodeURIComponent(on)}`);
  const rows = new Map(
    report.body.rules.map((row: { use_case_id: string }) => [row.use_case_id, row]),
  );
  for (const id of IDS) {
    const live = replay.liveOn(id, on);
    const { status, body } = await system.admin(
      "GET",
      `${path}/wording?use_case_id=${id}&on=${encodeURIComponent(on)}`,
    );
    if (live === null) {
      expect(status).toBe(404);
      continue;
    }
    const in_force = inForceAt(live.content, on);
    expect({
      version: body.version,
      content: body.content,
      in_force: body.in_force,
      approvals: body.approvals.map(({ review_id }: { review_id: string }) => review_id),
    }).toEqual({ ...live, in_force, approvals: replay.approvalsOf(id, live.content, on) });
    expect(rows.get(id)).toMatchObject({ status: replay.statusOn(id, on), in_force });
  }
}

const requestOf = (given: Commissioned, contents: readonly RuleText[]): Request => ({
  given,
  createdAt: given.review.created_at,
  contents: new Map(contents.map((content) => [content.use_case_id, content])),
  ended: null,
});

/** When the latest version of a rule was created, according to the service. */
async function createdAt({ frameworkId }: Commissioned, rule: RuleText): Promise<string> {
  const path = `/admin/frameworks/${frameworkId}/rules/${rule.use_case_id}`;
  return (await system.admin("GET", path)).body.versions.at(-1).created_at;
}
