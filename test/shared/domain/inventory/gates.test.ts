import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalHash } from "#shared/domain/canonical.ts";
import colorado from "#shared/domain/frameworks/rule-books/co-sb-26-189.json" with { type: "json" };
import euAiAct from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };
import {
  annexRuleOf,
  biometricRuleOf,
  COLORADO,
  coveredRuleOf,
  domainRuleOf,
  EU_AI_ACT,
  practiceRuleOf,
} from "#shared/domain/inventory/fact-values.ts";
import {
  type FactName,
  type FactValue,
  factNames,
  factRow,
  valuesOf,
} from "#shared/domain/inventory/facts.ts";
import { GATES_VERSION, weigh } from "#shared/domain/inventory/gates.ts";
import {
  type Class,
  classes,
  type KnownFacts,
  type Rules,
} from "#shared/domain/inventory/verdict.ts";
import { knownNo, labelled } from "#test/support/labelled-artifacts.ts";

const both: Rules = { has: () => true, stands: () => true };
const none: Rules = { has: () => false, stands: () => false };
const only = (book: string): Rules => ({ has: (id) => id === book, stands: (id) => id === book });

const facts = (some: Partial<KnownFacts>): KnownFacts => ({
  ...knownNo,
  is_ai_system: true,
  ...some,
});

describe("the labelled set", () => {
  test("has sixty artifacts, with every class among them", () => {
    expect(labelled).toHaveLength(60);
    expect(new Set(labelled.map((one) => one.class))).toEqual(
      new Set(classes.filter((one) => one !== "unknown")),
    );
  });

  test.each(labelled)("$name is $class", (one) => {
    const weighed = weigh(facts(one.facts), both);
    expect(weighed.class).toBe(one.class);
    expect(weighed.open_questions).toEqual([]);
    expect(weighed.reasons.map(({ gate }) => gate).sort()).toEqual([...one.gates].sort());
  });

  test("is decided as the version of the gates says: other decisions need another version", () => {
    const decided = labelled.map((one) => weigh(facts(one.facts), both));
    expect([GATES_VERSION, canonicalHash(decided).slice(0, 16)]).toMatchInlineSnapshot(`
      [
        "2026-11-24",
        "4c2aa4fc42c8527f",
      ]
    `);
  });
});

test("every rule that a gate cites is in the book that it cites", () => {
  const ids = new Map([
    [EU_AI_ACT, new Set(euAiAct.rules.map(({ use_case_id }) => use_case_id))],
    [COLORADO, new Set(colorado.rules.map(({ use_case_id }) => use_case_id))],
  ]);
  const cited = new Set<string>();
  for (const one of labelled) {
    for (const { rule } of weigh(facts(one.facts), both).reasons) {
      if (rule === null) continue;
      expect(ids.get(rule.framework_id)?.has(rule.use_case_id), rule.use_case_id).toBe(true);
      cited.add(rule.use_case_id);
    }
  }
  expect(cited.size).toBeGreaterThan(35);
});

test("areas and practices are exactly the rules of the books", () => {
  const idsIn = (book: { rules: { use_case_id: string }[] }, pattern: RegExp) =>
    book.rules.map(({ use_case_id }) => use_case_id).filter((id) => pattern.test(id));
  expect([...annexRuleOf.values()]).toEqual(idsIn(euAiAct, /^annex3\.[2-8]\./));
  expect([...domainRuleOf.values()]).toEqual(idsIn(colorado, /^covered_domain\./));
  expect([...practiceRuleOf.values()]).toEqual(idsIn(euAiAct, /^art5\.1\./));
  expect([...biometricRuleOf.values()]).toEqual(idsIn(euAiAct, /^annex3\.1\./));
  const all = [...annexRuleOf, ...domainRuleOf];
  expect(new Set(all.map(([value]) => value)).size).toBe(all.length);
  expect([...all, ...practiceRuleOf].every(([value, id]) => id.endsWith(`.${value}`))).toBe(true);
});

test("a rule that has ended opens no gate, and a book that is not current opens none at all", () => {
  const recruits = facts({ area: ["employment_recruitment", "employment"], decides: "decides" });
  const ended: Rules = { has: () => true, stands: (_, id) => !id.startsWith("annex3.4.a") };
  expect(weigh(recruits, both).reasons.map(({ gate }) => gate)).toEqual([
    "6(2)",
    "co.consequential",
  ]);
  expect(weigh(recruits, ended).reasons.map(({ gate }) => gate)).toEqual(["co.consequential"]);
  expect(weigh(recruits, only(EU_AI_ACT)).reasons.map(({ gate }) => gate)).toEqual(["6(2)"]);
  expect(weigh(recruits, only(COLORADO)).class).toBe("high_risk");
  expect(weigh(recruits, none)).toEqual({ class: "unknown", reasons: [], open_questions: [] });
  expect(weigh(facts({ is_ai_system: false }), none).class).toBe("not_ai");
});

/** The rules of one gate that these facts open. */
const rulesOf = (some: Partial<KnownFacts>, gate: string) =>
  weigh(facts(some), both).reasons.flatMap((one) =>
    one.gate === gate ? [one.rule?.use_case_id] : [],
  );

test.each([
  ["education_admission", "covered_domain.a.education"],
  ["education_level_assessment", "covered_domain.a.education"],
  ["employment_recruitment", "covered_domain.b.employment"],
  ["employment_worker_management", "covered_domain.b.employment"],
  ["creditworthiness", "covered_domain.d.financial_lending"],
  ["life_health_insurance", "covered_domain.e.insurance"],
  ["public_assistance_benefits", "covered_domain.g.government_services"],
])("the use %s of Annex III lies within %s, and counts for it once", (use, domain) => {
  for (const decides of ["materially_influences", "decides"]) {
    expect(rulesOf({ area: [use], decides }, "co.consequential")).toEqual([domain]);
    const twice = [use, domain.slice(domain.lastIndexOf(".") + 1)];
    expect(rulesOf({ area: twice, decides }, "co.consequential")).toEqual([domain]);
    // A use that Article 6(3) exempts in Europe is still a consequential decision in Colorado.
    const narrow = facts({ area: [use], decides, narrow_task: "preparatory" });
    expect(weigh(narrow, both).class).toBe("high_risk");
    expect(weigh(narrow, only(EU_AI_ACT)).class).toBe("minimal");
  }
  expect(rulesOf({ area: [use], decides: "assists" }, "co.consequential")).toEqual([]);
});

test("uses of Annex III outside every covered domain count for no domain", () => {
  const within = new Set([...coveredRuleOf.keys()].filter((use) => annexRuleOf.has(use)));
  expect(within.size).toBe(7);
  const outside = [...annexRuleOf.keys()].filter((use) => !within.has(use));
  expect(rulesOf({ area: outside, decides: "decides" }, "co.consequential")).toEqual([]);
});

test("any content that the system generates opens Article 50(2)", () => {
  for (const kind of valuesOf("generates_content") ?? []) {
    const rules = rulesOf({ generates_content: [kind] }, "50");
    expect([kind, rules[0]]).toEqual([kind, "art50.2.synthetic_content_marking"]);
  }
  expect(rulesOf({ generates_content: [] }, "50")).toEqual([]);
});

test("facts that contradict each other are decided by the order of the gates", () => {
  const narrow = { area: ["creditworthiness"], narrow_task: "procedural", profiles: true };
  expect(weigh(facts(narrow), both).class).toBe("high_risk");
  expect(weigh(facts({ is_ai_system: false, practices: ["social_scoring"] }), both).class).toBe(
    "not_ai",
  );
  expect(
    weigh(facts({ safety_component: "component", narrow_task: "procedural" }), both).class,
  ).toBe("high_risk");
});

describe("unknown facts", () => {
  test("that cannot change the class leave it known", () => {
    const prohibited = { ...facts({ practices: ["social_scoring"] }), area: null, profiles: null };
    expect(weigh(prohibited, both)).toMatchObject({ class: "prohibited", open_questions: [] });
    expect(weigh({ ...facts({}), role: null, purpose: null, subjects: null }, both).class).toBe(
      "minimal",
    );
  });

  test("that may change it make it unknown, and are the open questions", () => {
    const weighed = weigh(
      facts({ area: ["creditworthiness"], narrow_task: "preparatory", profiles: null }),
      both,
    );
    expect(weighed).toEqual({
      class: "unknown",
      reasons: [],
      open_questions: [{ fact: "profiles", question: factRow("profiles").question }],
    });
  });

  test("are all open if nothing is known, except for those that no gate reads", () => {
    const nothing = Object.fromEntries(factNames.map((name) => [name, null])) as KnownFacts;
    const open = weigh(nothing, both).open_questions.map(({ fact }) => fact);
    const unread = ["purpose", "model_family", "subjects", "role"];
    expect(new Set(open)).toEqual(new Set(factNames.filter((name) => !unread.includes(name))));
  });

  /** Every value of a fact that gates read; of a list the empty one, each single value and all. */
  const someValues = (name: FactName): FactValue[] => {
    const { kind } = factRow(name);
    if (kind === "boolean") return [true, false];
    const values = [...valuesOf(name)];
    return kind === "one" ? values : [[], ...values.map((one) => [one]), values];
  };
  const gated = factNames.filter((name) => factRow(name).kind !== "text" && name !== "subjects");

  test("give the same class, reasons and questions as trying every completion", () => {
    const known = fc.record(
      Object.fromEntries(gated.map((name) => [name, fc.constantFrom(...someValues(name))])),
    );
    fc.assert(
      fc.property(
        known,
        fc.subarray([...gated], { minLength: 1, maxLength: 2 }),
        (given, hidden) => {
          const base = facts(given as Partial<KnownFacts>);
          const unknown = { ...base, ...Object.fromEntries(hidden.map((name) => [name, null])) };
          const completions = hidden.reduce<KnownFacts[]>(
            (all, name) =>
              all.flatMap((one) => someValues(name).map((value) => ({ ...one, [name]: value }))),
            [unknown as KnownFacts],
          );
          const tried = completions.map((one) => ({ one, weighed: weigh(one, both) }));
          const found = new Set(tried.map(({ weighed }) => weighed.class));
          const expected: Class = found.size === 1 ? ([...found][0] as Class) : "unknown";
          const weighed = weigh(unknown as KnownFacts, both);
          expect(weighed.class).toBe(expected);
          const key = (reason: object) => JSON.stringify(reason);
          const [first, ...rest] = tried.map(
            ({ weighed: { reasons } }) => new Set(reasons.map(key)),
          );
          const inAll = [...(first ?? [])].filter((one) => rest.every((set) => set.has(one)));
          expect(weighed.reasons.map(key).sort()).toEqual(inAll.sort());
          const matters = hidden.filter((name) => {
            const groups = Map.groupBy(tried, ({ one }) => JSON.stringify({ ...one, [name]: 0 }));
            return [...groups.values()].some(
              (group) => new Set(group.map(({ weighed: { class: of } }) => of)).size > 1,
            );
          });
          expect(new Set(weighed.open_questions.map(({ fact }) => fact))).toEqual(new Set(matters));
        },
      ),
      { numRuns: 150 },
    );
  });
});

test("no gate reads confidence, texts or subjects", () => {
  const base = facts({ area: ["creditworthiness"] });
  const other = {
    ...base,
    purpose: "It is minimal.",
    model_family: "none",
    subjects: ["children"],
  };
  expect(weigh(other, both)).toEqual(weigh(base, both));
});
