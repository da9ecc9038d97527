import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  type GivenRule,
  givenRuleSchema,
  type Rule,
  ruleSchema,
  sourceStatuses,
  wordingOf,
} from "#shared/domain/frameworks/rule.ts";
import coSb26189 from "#shared/domain/frameworks/rule-books/co-sb-26-189.json" with {
  type: "json",
};
import euAiAct from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };
import { euAiAct2024 } from "#shared/domain/frameworks/rule-books/eu-ai-act-2024.ts";
import usCaAdmt from "#shared/domain/frameworks/rule-books/us-ca-admt.json" with { type: "json" };
import usHiring from "#shared/domain/frameworks/rule-books/us-hiring.json" with { type: "json" };
import usTxHb149 from "#shared/domain/frameworks/rule-books/us-tx-hb-149.json" with {
  type: "json",
};
import { differences } from "#shared/domain/frameworks/rule-diff.ts";
import { doesNotExist } from "#test/support/acts.ts";
import coSb24205 from "#test/support/books/co-sb-24-205.json" with { type: "json" };

interface Book {
  rules: readonly { citations: readonly { label: string }[]; risk_level?: string | undefined }[];
}

const law = readFileSync(new URL("../../../../docs/law.md", import.meta.url), "utf8");

type Pinned = ReadonlyArray<readonly [useCaseId: string, references: readonly string[]]>;

const EU_PREFIX = "Regulation (EU) 2024/1689, ";
const CO_PREFIX = "C.R.S. § ";

// Every rule with its citations in order, the primary one first, without the prefix above.
const EU_RULES: Pinned = [
  ["art5.1.a.manipulative_techniques", ["Article 5(1)(a)"]],
  ["art5.1.b.exploiting_vulnerabilities", ["Article 5(1)(b)"]],
  ["art5.1.c.social_scoring", ["Article 5(1)(c)", "Article 5(1)(c)(i)", "Article 5(1)(c)(ii)"]],
  ["art5.1.d.individual_crime_prediction", ["Article 5(1)(d)"]],
  ["art5.1.e.untargeted_facial_scraping", ["Article 5(1)(e)"]],
  ["art5.1.f.emotion_inference_work_education", ["Article 5(1)(f)", "Annex III, point 1(c)"]],
  ["art5.1.g.biometric_categorisation_sensitive", ["Article 5(1)(g)"]],
  [
    "art5.1.h.realtime_remote_biometric_identification",
    [
      "Article 5(1)(h)",
      "Article 5(1)(h)(i)",
      "Article 5(1)(h)(ii)",
      "Article 5(1)(h)(iii)",
      "Article 5(2)",
      "Article 5(3)",
      "Article 5(5)",
      "Annex II",
    ],
  ],
  [
    "annex3.1.a.remote_biometric_identification",
    ["Annex III, point 1(a)", "Article 6(2)", "Article 14(5)", "Article 26(10)", "Article 43(1)"],
  ],
  [
    "annex3.1.b.biometric_categorisation",
    ["Annex III, point 1(b)", "Article 6(2)", "Article 5(1)(g)", "Article 43(1)", "Article 50(3)"],
  ],
  [
    "annex3.1.c.emotion_recognition",
    ["Annex III, point 1(c)", "Article 6(2)", "Article 5(1)(f)", "Article 43(1)", "Article 50(3)"],
  ],
  [
    "annex3.2.critical_infrastructure",
    ["Annex III, point 2", "Article 6(2)", "Article 9(1)", "Article 15(1)", "Article 49(5)"],
  ],
  [
    "annex3.3.a.education_admission",
    [
      "Annex III, point 3(a)",
      "Article 6(2)",
      "Article 6(3)",
      "Article 6(3), third subparagraph",
      "Article 26(11)",
    ],
  ],
  [
    "annex3.3.b.education_learning_outcomes",
    ["Annex III, point 3(b)", "Article 6(2)", "Article 14(4)(d)", "Article 26(2)"],
  ],
  [
    "annex3.3.c.education_level_assessment",
    [
      "Annex III, point 3(c)",
      "Article 6(2)",
      "Article 10(2)(f)",
      "Article 10(2)(g)",
      "Article 86(1)",
    ],
  ],
  [
    "annex3.3.d.education_exam_monitoring",
    ["Annex III, point 3(d)", "Article 6(2)", "Article 5(1)(f)", "Article 26(5)"],
  ],
  [
    "annex3.4.a.employment_recruitment",
    [
      "Annex III, point 4(a)",
      "Article 6(2)",
      "Article 6(3)",
      "Article 6(3), third subparagraph",
      "Article 26(11)",
    ],
  ],
  [
    "annex3.4.b.employment_worker_management",
    ["Annex III, point 4(b)", "Article 6(2)", "Article 6(3), third subparagraph", "Article 26(7)"],
  ],
  [
    "annex3.5.a.public_assistance_benefits",
    ["Annex III, point 5(a)", "Article 6(2)", "Article 26(8)", "Article 27(1)", "Article 86(1)"],
  ],
  [
    "annex3.5.b.creditworthiness",
    [
      "Annex III, point 5(b)",
      "Article 6(2)",
      "Article 6(3), third subparagraph",
      "Article 27(1)",
      "Article 86(1)",
    ],
  ],
  [
    "annex3.5.c.life_health_insurance",
    ["Annex III, point 5(c)", "Article 6(2)", "Article 10(2)(f)", "Article 27(1)"],
  ],
  [
    "annex3.5.d.emergency_calls",
    ["Annex III, point 5(d)", "Article 6(2)", "Article 14(4)(d)", "Article 15(1)"],
  ],
  [
    "annex3.6.a.law_enforcement_victim_risk",
    ["Annex III, point 6(a)", "Article 6(2)", "Article 49(4)", "Article 26(2)"],
  ],
  [
    "annex3.6.b.law_enforcement_polygraphs",
    ["Annex III, point 6(b)", "Article 6(2)", "Article 15(3)", "Article 43(2)"],
  ],
  [
    "annex3.6.c.law_enforcement_evidence_reliability",
    ["Annex III, point 6(c)", "Article 6(2)", "Article 6(3)", "Article 12(1)", "Article 26(6)"],
  ],
  [
    "annex3.6.d.law_enforcement_offending_risk",
    [
      "Annex III, point 6(d)",
      "Article 6(2)",
      "Article 5(1)(d)",
      "Article 6(3), third subparagraph",
    ],
  ],
  [
    "annex3.6.e.law_enforcement_profiling",
    ["Annex III, point 6(e)", "Article 6(2)", "Article 6(3), third subparagraph", "Article 49(4)"],
  ],
  [
    "annex3.7.a.migration_polygraphs",
    ["Annex III, point 7(a)", "Article 6(2)", "Article 43(2)", "Article 49(4)"],
  ],
  [
    "annex3.7.b.migration_risk_assessment",
    ["Annex III, point 7(b)", "Article 6(2)", "Article 6(3), third subparagraph", "Article 27(1)"],
  ],
  [
    "annex3.7.c.migration_applications",
    ["Annex III, point 7(c)", "Article 6(2)", "Article 6(3)", "Article 26(11)", "Article 86(1)"],
  ],
  [
    "annex3.7.d.migration_identification",
    ["Annex III, point 7(d)", "Article 6(2)", "Article 9(1)", "Article 49(4)"],
  ],
  [
    "annex3.8.a.justice_judicial_assistance",
    ["Annex III, point 8(a)", "Article 6(2)", "Article 6(3)", "Article 14(1)"],
  ],
  [
    "annex3.8.b.democratic_processes",
    ["Annex III, point 8(b)", "Article 6(2)", "Article 26(5)", "Article 27(1)"],
  ],
  ["art50.1.direct_interaction", ["Article 50(1)", "Article 50(5)"]],
  ["art50.2.synthetic_content_marking", ["Article 50(2)", "Article 50(5)"]],
  [
    "art50.3.emotion_or_biometric_categorisation_notice",
    ["Article 50(3)", "Article 50(5)", "Article 50(6)"],
  ],
  ["art50.4.1.deep_fakes", ["Article 50(4), first subparagraph", "Article 50(5)"]],
  ["art50.4.2.public_interest_text", ["Article 50(4), second subparagraph", "Article 50(5)"]],
];

const CO_RULES: Pinned = [
  [
    "consequential.a.education",
    [
      "6-1-1701(3)(a)",
      "6-1-1701(9)(a)",
      "6-1-1703(2)",
      "6-1-1703(3)",
      "6-1-1703(4)(a)",
      "6-1-1703(4)(b)",
      "6-1-1703(3)(g)",
    ],
  ],
  [
    "consequential.b.employment",
    [
      "6-1-1701(3)(b)",
      "6-1-1701(9)(a)",
      "6-1-1703(2)",
      "6-1-1703(3)",
      "6-1-1703(4)(a)",
      "6-1-1703(4)(b)",
      "6-1-1703(6)",
    ],
  ],
  [
    "consequential.c.financial_lending",
    [
      "6-1-1701(3)(c)",
      "6-1-1701(9)(a)",
      "6-1-1703(2)",
      "6-1-1703(3)",
      "6-1-1703(4)(a)",
      "6-1-1703(4)(b)",
      "6-1-1705(8)",
    ],
  ],
  [
    "consequential.d.government_service",
    [
      "6-1-1701(3)(d)",
      "6-1-1701(9)(a)",
      "6-1-1703(2)",
      "6-1-1703(3)",
      "6-1-1703(4)(a)",
      "6-1-1703(4)(b)",
      "6-1-1703(4)(c)",
    ],
  ],
  [
    "consequential.e.health_care",
    [
      "6-1-1701(3)(e)",
      "6-1-1701(9)(a)",
      "6-1-1703(2)",
      "6-1-1703(3)",
      "6-1-1703(4)(a)",
      "6-1-1703(4)(b)",
      "6-1-1701(8)",
      "6-1-1703(4)(b)(III)",
    ],
  ],
  [
    "consequential.f.housing",
    [
      "6-1-1701(3)(f)",
      "6-1-1701(9)(a)",
      "6-1-1703(2)",
      "6-1-1703(3)",
      "6-1-1703(4)(a)",
      "6-1-1703(4)(b)",
      "6-1-1703(7)",
    ],
  ],
  [
    "consequential.g.insurance",
    [
      "6-1-1701(3)(g)",
      "6-1-1701(9)(a)",
      "6-1-1703(2)",
      "6-1-1703(3)",
      "6-1-1703(4)(a)",
      "6-1-1703(4)(b)",
      "6-1-1705(7)",
    ],
  ],
  [
    "consequential.h.legal_service",
    [
      "6-1-1701(3)(h)",
      "6-1-1701(9)(a)",
      "6-1-1703(2)",
      "6-1-1703(3)",
      "6-1-1703(4)(a)",
      "6-1-1703(4)(b)",
      "6-1-1703(5)",
    ],
  ],
  ["consumer_interaction.ai_disclosure", ["6-1-1704(1)", "6-1-1704(2)"]],
];

const ARTICLE_5 = ["a", "b", "c", "d", "e", "f", "g", "h"].map((point) => `Article 5(1)(${point})`);

const ANNEX_III = [
  ...["1(a)", "1(b)", "1(c)"],
  ...["2"],
  ...["3(a)", "3(b)", "3(c)", "3(d)"],
  ...["4(a)", "4(b)"],
  ...["5(a)", "5(b)", "5(c)", "5(d)"],
  ...["6(a)", "6(b)", "6(c)", "6(d)", "6(e)"],
  ...["7(a)", "7(b)", "7(c)", "7(d)"],
  ...["8(a)", "8(b)"],
].map((point) => `Annex III, point ${point}`);

const ARTICLE_50 = [
  "Article 50(1)",
  "Article 50(2)",
  "Article 50(3)",
  "Article 50(4), first subparagraph",
  "Article 50(4), second subparagraph",
];

const CO_DOMAINS = ["a", "b", "c", "d", "e", "f", "g", "h"].map((p) => `6-1-1701(3)(${p})`);

const EU_LABEL = new RegExp(
  [
    String.raw`^Regulation \(EU\) 2024/1689, (`,
    String.raw`Article [1-9]\d{0,2}\([1-9]\d?\)`,
    String.raw`((\([a-z]\)(\([ivx]+\))?)|(, (first|second|third) subparagraph))?`,
    String.raw`|Annex II|Annex III, point (2|[13-8]\([a-e]\)))$`,
  ].join(""),
);
const EU_URL = new RegExp(
  [
    String.raw`^https://eur-lex\.europa\.eu/eli/reg/2024/1689/oj`,
    String.raw`(#(art_[1-9]\d{0,2}|anx_(II|III)))?$`,
  ].join(""),
);

const books = [
  {
    book: euAiAct2024,
    id: "eu_ai_act",
    jurisdiction: "EU",
    pinned: EU_RULES,
    prefix: EU_PREFIX,
    label: EU_LABEL,
    url: EU_URL,
  },
  {
    book: coSb24205,
    id: "co_sb_24_205",
    jurisdiction: "US-CO",
    pinned: CO_RULES,
    prefix: CO_PREFIX,
    label: /^C\.R\.S\. § 6-1-170[1-7]\([1-9]\d?\)(\([a-z]\)(\([IVX]+\))?)?$/,
    url: /^https:\/\/leg\.colorado\.gov\/bills\/sb24-205$/,
  },
];

function primaries(prefix: string, book: Book): string[] {
  return book.rules.map((rule) => (rule.citations[0]?.label ?? "").slice(prefix.length));
}

describe.each(books)("rule book $id", ({ book, id, jurisdiction, pinned, prefix, label, url }) => {
  test("names its framework, jurisdiction and official source", () => {
    expect(book.framework_id).toBe(id);
    expect(book.jurisdiction).toBe(jurisdiction);
    expect(book.source_url).toMatch(url);
    expect(book.display_name.trim()).not.toBe("");
  });

  test("contains exactly the pinned rules with exactly the pinned citations, in order", () => {
    expect(
      book.rules.map((rule) => [rule.use_case_id, rule.citations.map((c) => c.label)]),
    ).toEqual(pinned.map(([useCaseId, refs]) => [useCaseId, refs.map((ref) => prefix + ref)]));
  });

  test("gives every rule a distinct, well-formed use_case_id", () => {
    const ids = book.rules.map((rule) => rule.use_case_id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const useCaseId of ids) expect(useCaseId).toMatch(/^[a-z0-9][a-z0-9_.-]{1,127}$/);
  });

  test("cites only exact provisions, each once per rule, with a link to the official text", () => {
    for (const rule of book.rules) {
      const labels = rule.citations.map((citation) => citation.label);
      expect(new Set(labels).size, rule.use_case_id).toBe(labels.length);
      for (const citation of rule.citations) {
        expect(citation.label, rule.use_case_id).toMatch(label);
        expect(citation.url, citation.label).toMatch(url);
      }
    }
  });

  test("repeats no title and no customer text, and leaves none blank or padded", () => {
    const texts = book.rules.flatMap((rule) => [
      rule.title,
      rule.customer_description_preview,
      rule.suggested_verdict_copy,
    ]);
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts) {
      expect(text).not.toBe("");
      expect(text).toBe(text.trim());
      expect(text).toBe(text.normalize("NFC"));
    }
  });

  test("is accepted by the API", () => {
    for (const rule of book.rules) expect(ruleSchema().parse(rule)).toEqual(rule);
  });
});

describe("coverage of Regulation (EU) 2024/1689 as published in 2024", () => {
  const listed = primaries(EU_PREFIX, euAiAct2024);

  test("every point of Article 5(1) is primary exactly once, as a prohibited practice", () => {
    expect(listed.filter((ref) => ref.startsWith("Article 5("))).toEqual(ARTICLE_5);
    expect(levels(euAiAct2024, EU_PREFIX, ARTICLE_5)).toEqual(["prohibited"]);
  });

  test("every one of the 25 Annex III points is primary exactly once, as high risk", () => {
    expect(ANNEX_III).toHaveLength(25);
    expect(listed.filter((ref) => ref.startsWith("Annex III"))).toEqual(ANNEX_III);
    expect(levels(euAiAct2024, EU_PREFIX, ANNEX_III)).toEqual(["high"]);
  });

  test("every Annex III rule also cites the classification rule of Article 6(2)", () => {
    for (const rule of euAiAct2024.rules) {
      if (!rule.citations[0]?.label.startsWith(`${EU_PREFIX}Annex III`)) continue;
      const labels = rule.citations.map((citation) => citation.label);
      expect(labels, rule.use_case_id).toContain(`${EU_PREFIX}Article 6(2)`);
    }
  });

  test("all five Article 50 duties are primary exactly once, as limited risk", () => {
    expect(listed.filter((ref) => ref.startsWith("Article 50"))).toEqual(ARTICLE_50);
    expect(levels(euAiAct2024, EU_PREFIX, ARTICLE_50)).toEqual(["limited"]);
  });

  test("no rule is outside Article 5(1), Annex III and Article 50", () => {
    expect([...listed].sort()).toEqual([...ARTICLE_5, ...ANNEX_III, ...ARTICLE_50].sort());
  });
});

describe("coverage of Colorado SB 24-205", () => {
  const listed = primaries(CO_PREFIX, coSb24205);

  test("all eight consequential decision domains are a primary citation exactly once", () => {
    expect(listed.filter((ref) => ref.startsWith("6-1-1701(3)"))).toEqual(CO_DOMAINS);
    expect(levels(coSb24205, CO_PREFIX, CO_DOMAINS)).toEqual(["high"]);
  });

  test("every domain rule cites the high-risk definition and the deployer duties", () => {
    for (const rule of coSb24205.rules.slice(0, CO_DOMAINS.length)) {
      expect(
        rule.citations.map((citation) => citation.label.slice(CO_PREFIX.length)),
        rule.use_case_id,
      ).toEqual(
        expect.arrayContaining([
          "6-1-1701(9)(a)",
          "6-1-1703(2)",
          "6-1-1703(3)",
          "6-1-1703(4)(a)",
          "6-1-1703(4)(b)",
        ]),
      );
    }
  });

  test("the consumer disclosure of section 1704 is the only other rule, as limited risk", () => {
    expect(listed.slice(CO_DOMAINS.length)).toEqual(["6-1-1704(1)"]);
    expect(levels(coSb24205, CO_PREFIX, ["6-1-1704(1)"])).toEqual(["limited"]);
  });
});

function levels(book: Book, prefix: string, refs: string[]): (string | undefined)[] {
  const found = book.rules.filter((rule) =>
    refs.includes((rule.citations[0]?.label ?? "").slice(prefix.length)),
  );
  expect(found).toHaveLength(refs.length);
  return [...new Set(found.map((rule) => rule.risk_level))];
}

describe("the book as amended by Regulation (EU) 2026/1744", () => {
  const before = new Map(euAiAct2024.rules.map((rule) => [rule.use_case_id, rule]));
  const changes = (euAiAct.rules as GivenRule[]).map(wordingOf).map((rule) => {
    const earlier = before.get(rule.use_case_id) ?? null;
    return { rule, earlier, fields: differences(earlier, rule).map(({ field }) => field) };
  });
  const amendment = {
    label: "Regulation (EU) 2026/1744",
    url: "https://eur-lex.europa.eu/eli/reg/2026/1744/oj",
  };
  const cited = (rule: Rule) => rule.citations.map(({ label }) => label.slice(EU_PREFIX.length));

  test("two prohibited practices are new from 2 December 2026, with the meaning that 1a and 1b give them", () => {
    const created = changes
      .filter(({ rule, earlier }) => earlier === null && rule.risk_level === "prohibited")
      .map(({ rule }) => rule);
    expect(created.map((rule) => cited(rule)[0])).toEqual(["Article 5(1)(ba)", "Article 5(1)(bb)"]);
    for (const rule of created) {
      expect(rule).toMatchObject({
        risk_level: "prohibited",
        applies_from: "2026-12-02",
        amended_by: amendment,
      });
      expect(cited(rule)).toEqual(
        expect.arrayContaining(["Article 5(1a)(a)(i)", "Article 5(1a)(a)(ii)", "Article 5(1a)(b)"]),
      );
    }
    expect(created.map((rule) => cited(rule).includes("Article 5(1b)"))).toEqual([true, false]);
  });

  test("every Annex III use case applies from 2 December 2027, and nothing else about it changed", () => {
    const annex = changes.filter(({ rule }) => cited(rule)[0]?.startsWith("Annex III"));
    expect(annex.map(({ rule }) => cited(rule)[0])).toEqual(ANNEX_III);
    for (const { rule, earlier, fields } of annex) {
      expect(fields, rule.use_case_id).toEqual(["amended_by", "applies_from", "citations"]);
      expect([earlier?.applies_from, rule.applies_from]).toEqual(["2026-08-02", "2027-12-02"]);
      expect(rule.amended_by).toEqual(amendment);
      expect(cited(rule)).toEqual([
        ...cited(earlier as Rule),
        "Article 113, third paragraph, point (c)(i)",
      ]);
    }
  });

  test("Article 50(2) has its transition period for systems already on the market; all others are unchanged", () => {
    const others = changes.filter(
      ({ rule, earlier }) => earlier !== null && !cited(rule)[0]?.startsWith("Annex III"),
    );
    const changed = others.filter(({ fields }) => fields.length > 0);
    expect(changed.map(({ rule, fields }) => [rule.use_case_id, fields])).toEqual([
      ["art50.2.synthetic_content_marking", ["amended_by", "citations", "suggested_verdict_copy"]],
    ]);
    expect(changed[0]?.rule.applies_from).toBe("2026-08-02");
    expect(cited(changed[0]?.rule as Rule)).toContain("Article 111(4)");
    expect([...new Set(others.map(({ rule }) => rule.applies_from))]).toEqual([
      "2025-02-02",
      "2026-08-02",
    ]);
    expect(changes).toHaveLength(euAiAct2024.rules.length + 6);
  });

  test("literacy, bias data, safety components and the kept registration have rules, each from its date", () => {
    const further = changes.filter(
      ({ rule, earlier }) => earlier === null && rule.risk_level !== "prohibited",
    );
    expect(further.map(({ rule }) => [cited(rule)[0], rule.applies_from])).toEqual([
      ["Article 4", "2026-07-27"],
      ["Article 4a", "2026-07-27"],
      ["Article 6(1)(a)", "2028-08-02"],
      ["Article 6(4)", "2027-12-02"],
    ]);
  });
});

describe("Colorado SB 26-189", () => {
  const first = (rule: { citations: { label: string }[] }) =>
    (rule.citations[0]?.label ?? "").slice(CO_PREFIX.length);

  test("its seven covered domains come first, without legal services; then the deployers' and the developers' duties", () => {
    expect(coSb26189.rules.map(first)).toEqual([
      ...["a", "b", "c", "d", "e", "f", "g"].map((point) => `6-1-1701(6)(${point})`),
      "6-1-1703",
      "6-1-1704(1)",
      "6-1-1704(3)",
      "6-1-1705(1)(a)",
      "6-1-1705(1)(a)",
      "6-1-1702(1)",
      "6-1-1702(2)",
      "6-1-1702(4)",
    ]);
    for (const rule of coSb26189.rules) expect(rule.applies_from).toBe("2027-01-01");
    for (const rule of coSb26189.rules.slice(0, 7)) {
      expect(rule.citations.map(({ label }) => label.slice(CO_PREFIX.length))).toEqual(
        expect.arrayContaining(["6-1-1701(5)", "6-1-1704(1)", "6-1-1704(3)", "6-1-1705(1)(a)"]),
      );
    }
  });

  test("supersedes SB 24-205, which takes no new review", () => {
    expect(coSb24205).toMatchObject({ status: "superseded", superseded_by: "co_sb_26_189" });
    for (const book of [coSb26189, euAiAct, usCaAdmt, usTxHb149, usHiring]) {
      expect(book).not.toHaveProperty("status");
    }
  });
});

test("California applies from the day on which existing uses must comply, its risk assessment from the day the regulations apply", () => {
  expect(usCaAdmt.rules.map(({ applies_from }) => applies_from)).toEqual([
    ...Array(10).fill("2027-01-01"),
    "2026-01-01",
  ]);
});

test("Texas has applied since 2026, and each place's hiring laws apply from their own dates", () => {
  expect(new Set(usTxHb149.rules.map(({ applies_from }) => applies_from))).toEqual(
    new Set(["2026-01-01"]),
  );
  expect(usHiring.jurisdiction).toBe("New York City; Illinois; California; Connecticut");
  expect(
    usHiring.rules.map(({ use_case_id, applies_from }) => [use_case_id.slice(0, 3), applies_from]),
  ).toEqual([
    ...Array(6).fill(["nyc", "2023-07-05"]),
    ...Array(3).fill(["il.", "2026-01-01"]),
    ...Array(4).fill(["ca.", "2025-10-01"]),
    ...Array(2).fill(["ct.", "2026-10-01"]),
    ["ct.", "2027-10-01"],
  ]);
});

describe.each([
  { id: "eu_ai_act", book: euAiAct },
  { id: "co_sb_26_189", book: coSb26189 },
  { id: "us_ca_admt", book: usCaAdmt },
  { id: "us_tx_hb_149", book: usTxHb149 },
  { id: "us_hiring", book: usHiring },
])("the current book $id", ({ id, book }) => {
  test("states its language, a short name, and how the source of every rule was read", () => {
    expect([book.framework_id, book.lang]).toEqual([id, "en"]);
    expect(book.short_name.length).toBeLessThanOrEqual(20);
    for (const rule of book.rules) {
      expect(sourceStatuses, rule.use_case_id).toContain(rule.source_status);
    }
  });

  test("has one line per rule in docs/law.md: its source, status, and the date on which it was read", () => {
    const lines = law.split("\n");
    for (const { use_case_id, source_status, source_read_on } of book.rules as GivenRule[]) {
      const found = lines.filter((line) => line.startsWith(`| \`${use_case_id}\` `));
      expect(found, use_case_id).toHaveLength(1);
      const cells = (found[0] ?? "").split("|").map((cell) => cell.trim());
      expect(cells[3], use_case_id).toBe(
        source_status === "secondary" ? "secondary, unverified" : source_status,
      );
      expect(source_read_on, use_case_id).toMatch(/^2026-11-2\d$/);
      expect(cells[4], use_case_id).toBe(source_read_on);
      expect(cells[2], use_case_id).not.toBe("");
    }
  });

  test("cites nothing that the acts do not contain", () => {
    const labels = book.rules.flatMap((rule) => rule.citations.map(({ label }) => label));
    expect([...new Set(labels)].filter(doesNotExist)).toEqual([]);
  });

  test("contains well-formed, distinct rules that the API accepts, each citation once per rule", () => {
    const ids = book.rules.map(({ use_case_id }) => use_case_id);
    expect(new Set(ids).size).toBe(ids.length);
    const texts = book.rules.flatMap((rule) => [
      rule.title,
      rule.customer_description_preview,
      rule.suggested_verdict_copy,
    ]);
    expect(new Set(texts).size).toBe(texts.length);
    for (const rule of book.rules) {
      expect(givenRuleSchema().parse(rule)).toEqual(rule);
      const labels = rule.citations.map(({ label }) => label);
      expect(new Set(labels).size, rule.use_case_id).toBe(labels.length);
    }
    for (const text of texts) expect(text).toBe(text.trim().normalize("NFC"));
  });
});

test.each([
  "Regulation (EU) 2024/1689, Article 5(1)(bc)",
  "Regulation (EU) 2024/1689, Article 5(1)(h)(iv)",
  "Regulation (EU) 2024/1689, Article 5(1c)",
  "Regulation (EU) 2024/1689, Article 5(9)",
  "Regulation (EU) 2024/1689, Article 10(5)",
  "Regulation (EU) 2024/1689, Article 50(8)",
  "Regulation (EU) 2024/1689, Article 50(4), third subparagraph",
  "Regulation (EU) 2024/1689, Article 111(5)",
  "Regulation (EU) 2024/1689, Article 113, third paragraph, point (c)(iii)",
  "Regulation (EU) 2024/1689, Annex III, point 5(e)",
  "Regulation (EU) 2024/1689, Annex III, point 9",
  "Regulation (EU) 2024/1689, Article 114(1)",
  "Regulation (EU) 2024/1689",
  "Directive 2011/93/EU, Article 2, point (f)",
  "C.R.S. § 6-1-1701(6)(h)",
  "C.R.S. § 6-1-1704(10)",
  "C.R.S. § 6-1-1710",
  "C.R.S. § 6-1-1703(1)",
  "11 CCR § 7221(c)(5)",
  "11 CCR § 7222(b)(4)",
  "11 CCR § 7223",
  "Tex. Bus. & Com. Code § 552.058",
  "Tex. Bus. & Com. Code § 552.051(g)",
  "NYC Admin. Code § 20-871(c)",
  "6 RCNY § 5-305",
  "775 ILCS 5/2-102(L)(3)",
])("a citation of something that does not exist is detected: %s", (label) => {
  expect(doesNotExist(label)).toBe(true);
});
