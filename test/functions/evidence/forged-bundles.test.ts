import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import { asVersion1 } from "#test/support/bundle-version-1.ts";
import { type Bundle, rehash, resign, runVerifier } from "#test/support/forge-bundle.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";

let system: TestSystem;
let folder: string;
let rejected: Bundle;
let pending: Bundle;
let cancelled: Bundle;

const bundleOf = async (id: string): Promise<Bundle> =>
  JSON.parse(
    asVersion1(
      (await expectStatus(system.admin("GET", `/admin/rule-reviews/${id}/bundle`), 200)).text,
    ),
  );

beforeAll(async () => {
  system = await startTestSystem();
  folder = mkdtempSync(join(tmpdir(), "forged-"));
  const { text } = await system.api()("GET", "/evidence/verify-bundle.mjs");
  writeFileSync(join(folder, "verify-bundle.mjs"), text);
  const one = await commission(system);
  await expectStatus(system.api()("GET", `/counsel/review/${one.token}`), 200);
  await expectStatus(
    system.api()("POST", `/counsel/review/${one.token}/decide`, {
      decision: "rejected",
      comment: "Not like this.",
      supplementary_pdf: {
        filename: "opinion.pdf",
        content_base64: Buffer.from("%PDF-1.7 opinion").toString("base64"),
      },
    }),
    200,
  );
  rejected = await bundleOf(one.review.id);
  const two = await commission(system);
  pending = await bundleOf(two.review.id);
  await expectStatus(system.admin("POST", `/admin/rule-reviews/${two.review.id}/cancel`), 200);
  cancelled = await bundleOf(two.review.id);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await system.close();
});

const json = (bundle: Bundle): string => JSON.stringify(bundle);
const verify = (text: string | Buffer, secret = DEVELOPMENT_SECRET) =>
  runVerifier(folder, text, secret);

/** A copy of the rejected bundle after a change, as text. */
const changed = (change: (bundle: Bundle) => unknown): string => {
  const bundle = structuredClone(rejected);
  change(bundle);
  return json(bundle);
};

/** Like `changed`, with every hash recomputed: what an attacker without a key can do. */
const forged = (change: (bundle: Bundle) => unknown): string =>
  changed((bundle) => {
    change(bundle);
    rehash(bundle);
  });

/** A secret of the forger's, under which `wholly` signs and seals the bundle too. */
const FORGERS_SECRET = "a secret of the forger's own, 32 bytes or more";
const wholly = (change: (bundle: Bundle) => unknown): string =>
  changed((bundle) => {
    change(bundle);
    resign(bundle, FORGERS_SECRET);
  });

/** Makes record and trail say another status. */
const asStatus = (status: string) => (bundle: Bundle) => {
  bundle.request.status = status;
  const row = bundle.audit.at(-1);
  row.action = `rule_review.${status}`;
  row.context.decision = status;
};

const decisionContext = (bundle: Bundle) => bundle.audit.at(-1).context;

describe("a genuine bundle", () => {
  test.each([
    ["rejected", () => rejected],
    ["pending", () => pending],
    ["cancelled", () => cancelled],
  ])("%s is accepted with the secret", (status, bundle) => {
    const result = verify(json(bundle()));
    expect(result).toMatchObject({ status: 0, stderr: "" });
    expect(result.stdout).toContain(`Decision      ${status}`);
    expect(result.stdout).not.toContain("CHANGED");
  });

  test("a review without a decision is covered by no key, and the report says so", () => {
    expect(verify(json(pending)).stdout).toContain("It contains no decision, so no key covers it.");
    expect(verify(json(pending)).stdout).not.toContain("genuine");
  });
});

type Forgery = [name: string, exit: 1 | 2 | 3, text: () => string | Buffer, said?: RegExp];

const aStatus: Forgery[] = [
  ["a zero-width character in it", "approved\u200b"],
  ["a space after it", "approved "],
  ["a capital", "Approved"],
  ["a letter of another alphabet", "аpproved"],
  ["a name of no status", "decided"],
  ["no characters", ""],
  ["the name of an object's member", "constructor"],
].map(([name, status]) => [
  `a status with ${name}`,
  1,
  () => forged(asStatus(status as string)),
  /request\.status is not valid/,
]);

const wrongKinds: Forgery[] = [
  [
    "a status that is a list",
    1,
    () =>
      forged((b) => {
        b.request.status = ["approved"];
      }),
    /request\.status is not valid/,
  ],
  [
    "hashes that are lists of one text",
    1,
    () =>
      forged((b) => {
        b.request.decision_signature = [b.request.decision_signature];
      }),
    /decision_signature is not valid/,
  ],
  [
    "a time without its zone",
    1,
    () =>
      forged((b) => {
        b.request.decided_at = "2026-01-01T00:00:00";
      }),
  ],
  [
    "rows that are texts",
    1,
    () =>
      changed((b) => {
        b.audit = ["row"];
      }),
  ],
];

const undecided: Forgery[] = [
  [
    "a decision called pending, the decision's fields left in",
    1,
    () =>
      forged((b) => {
        b.request.status = "pending";
        b.audit.pop();
      }),
    /decision_signature/,
  ],
  ["a decision called cancelled", 1, () => forged(asStatus("cancelled")), /Record .*decided_at/],
  [
    "a decision called expired, its fields emptied, its seal left in",
    1,
    () =>
      forged((b) => {
        asStatus("expired")(b);
        for (const field of [
          "decided_at",
          "decision_signature",
          "decision_comment",
          "supplementary_pdf_kv_secret",
        ])
          b.request[field] = null;
        b.counsel_email = null;
      }),
    /record_seal/,
  ],
  [
    "a pending review with a row that has no name",
    1,
    () => {
      const bundle = structuredClone(pending);
      bundle.audit.push({ ...bundle.audit[0], action: "" });
      return json(rehash(bundle));
    },
    /audit\.1\.action is not valid/,
  ],
  [
    "a pending review with a comment",
    1,
    () => {
      const bundle = structuredClone(pending);
      bundle.request.decision_comment = "Approved by telephone.";
      return json(rehash(bundle));
    },
    /decision_comment/,
  ],
];

const missing: Forgery[] = [
  "counsel",
  "counsel_email",
  "record_seal",
  "key_id",
  "manifest",
  "rules",
  "audit",
  "request",
].map(
  (part): Forgery => [
    `${part} left out`,
    1,
    () =>
      changed((b) => {
        delete b[part];
      }),
    new RegExp(`Parts .*${part} is missing`),
  ],
);

const missingFields: Forgery[] = [
  "status",
  "decided_at",
  "decision_comment",
  "viewed_at",
  "nonce",
].map(
  (field): Forgery => [
    `the request's ${field} left out`,
    1,
    () =>
      changed((b) => {
        delete b.request[field];
      }),
    new RegExp(`request\\.${field} is missing`),
  ],
);

const swapped: Forgery[] = [
  ...(["display_name", "firm", "jurisdiction", "bar_registration"] as const).map(
    (field): Forgery => [
      `counsel's ${field} swapped`,
      1,
      () =>
        forged((b) => {
          b.counsel[field] = "Another";
        }),
      new RegExp(`Identity .*${field}`),
    ],
  ),
  [
    "counsel's firm swapped in the trail too",
    1,
    () =>
      forged((b) => {
        b.counsel.firm = decisionContext(b).counsel.firm = "Another";
      }),
    /Seal .*broken/,
  ],
  [
    "counsel's id swapped",
    1,
    () =>
      forged((b) => {
        b.counsel.id = "x";
      }),
    /Identity .*different counsel/,
  ],
  [
    "counsel's e-mail swapped",
    1,
    () =>
      forged((b) => {
        b.counsel.email = "x@y";
      }),
    /Identity .*email/,
  ],
  [
    "another document",
    1,
    () =>
      forged((b) => {
        b.request.supplementary_pdf_kv_secret = `placeholder:sha256:${"0".repeat(64)}`;
      }),
    /Document .*differs/,
  ],
  [
    "no document any more",
    1,
    () =>
      forged((b) => {
        b.request.supplementary_pdf_kv_secret = null;
      }),
    /Document .*differs/,
  ],
  [
    "another document in the trail too",
    1,
    () =>
      forged((b) => {
        decisionContext(b).document = "0".repeat(64);
        b.request.supplementary_pdf_kv_secret = `placeholder:sha256:${"0".repeat(64)}`;
      }),
    /Seal .*broken/,
  ],
  [
    "another view",
    1,
    () =>
      forged((b) => {
        b.request.viewed_at = "2026-01-01T00:00:00.000Z";
      }),
    /Record .*viewed_at/,
  ],
  [
    "a view taken away",
    1,
    () =>
      forged((b) => {
        b.request.viewed_at = null;
        b.audit.splice(1, 1);
      }),
    /Seal .*broken/,
  ],
  [
    "another expiry",
    1,
    () =>
      forged((b) => {
        b.request.expires_at = "2036-01-01T00:00:00.000Z";
      }),
    /Record .*expires_at/,
  ],
  [
    "another creation",
    1,
    () =>
      forged((b) => {
        b.request.created_at = "2020-01-01T00:00:00.000Z";
      }),
    /Record .*created_at/,
  ],
  [
    "another person who asked",
    1,
    () =>
      forged((b) => {
        b.request.requested_by_user_id = "someone";
        b.audit[0].context.requested_by_user_id = "someone";
      }),
    /Seal .*broken/,
  ],
  [
    "another nonce",
    1,
    () =>
      forged((b) => {
        b.request.nonce = "0".repeat(32);
      }),
    /Signature .*does not match/,
  ],
  [
    "another rule text everywhere",
    1,
    () =>
      forged((b) => {
        b.rules[0].title = "Another title";
        rehash(b);
        for (const row of b.audit)
          if (row.context.rule_version_hash)
            row.context.rule_version_hash = b.request.rule_version_hash;
      }),
    /Seal .*broken/,
  ],
];

const keys: Forgery[] = [
  [
    "a rejection called approved, everything made anew",
    1,
    () => forged(asStatus("approved")),
    /Signature .*does not match/,
  ],
  [
    "wholly forged under another secret",
    3,
    () => wholly(asStatus("approved")),
    /NOT CHECKED Signature .*that secret was not given/,
  ],
  [
    "wholly forged under another secret, naming the true key",
    1,
    () =>
      wholly((b) => b).replaceAll(json(JSON.parse(wholly((b) => b)).key_id), json(rejected.key_id)),
    /Signature .*does not match/,
  ],
  [
    "a true signature that names another key",
    1,
    () =>
      changed((b) => {
        b.key_id = "0".repeat(16);
      }),
    /different keys|key/,
  ],
  [
    "a seal of a version to come",
    3,
    () =>
      changed((b) => {
        b.record_seal.version = 2;
      }),
    /NOT CHECKED Seal/,
  ],
  ["no secret at hand", 3, () => json(rejected), /NOT CHECKED Signature/],
  ["wholly forged, no secret at hand", 3, () => wholly(asStatus("approved")), /NOT CHECKED Seal/],
  [
    "a member that no bundle has",
    1,
    () =>
      changed((b) => {
        b.approved_by = "the regulator";
      }),
    /approved_by does not belong in a bundle/,
  ],
  [
    "a field that no request has",
    1,
    () =>
      forged((b) => {
        b.request.note = "final";
      }),
    /request\.note does not belong in a bundle/,
  ],
  [
    "a decision made before counsel was recorded with it",
    3,
    () =>
      changed((b) => {
        delete decisionContext(b).counsel;
        delete decisionContext(b).document;
        rehash(b);
        resign(b, DEVELOPMENT_SECRET);
      }),
    /NOT CHECKED Identity/,
  ],
];

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const unreadable: Forgery[] = [
  [
    "a member twice",
    2,
    () => json(rejected).replace("{", '{"version":1,'),
    /the member "version" twice/,
  ],
  [
    "a member twice, once escaped, deep inside",
    2,
    () =>
      json(rejected).replace(
        '"status":"rejected"',
        '"status":"rejected","st\\u0061tus":"approved"',
      ),
    /the member "status" twice/,
  ],
  [
    "nesting of 65 levels",
    2,
    () => json(rejected).replace("{", `{"deep":${nested(64)},`),
    /64 levels/,
  ],
  ["nesting of a million levels", 2, () => nested(1_000_000), /64 levels/],
  [
    "half a surrogate pair",
    2,
    () => json(rejected).replace("Not like", "Not \\ud83d like"),
    /well-formed/,
  ],
  [
    "a number beyond all bounds",
    2,
    () => json(rejected).replace('"version":1', '"version":1e999'),
    /number/,
  ],
  ["bytes that are no text", 2, () => Buffer.from([0x7b, 0xff, 0x7d]), /not UTF-8/],
  [
    "another version",
    2,
    () =>
      changed((b) => {
        b.version = 7;
      }),
    /not a bundle of version/,
  ],
  [
    "a version that is text",
    2,
    () =>
      changed((b) => {
        b.version = "1";
      }),
    /not a bundle of version/,
  ],
];

const forgeries: Forgery[] = [
  ...aStatus,
  ...wrongKinds,
  ...undecided,
  ...missing,
  ...missingFields,
  ...swapped,
  ...keys,
  ...unreadable,
];

describe("a forged bundle never passes", () => {
  test.each(forgeries)("%s: exit %i", (name, exit, text, said) => {
    const secret = name.includes("no secret") ? "" : DEVELOPMENT_SECRET;
    const { status, stdout, stderr } = verify(text(), secret);
    expect({ status, said: stdout + stderr }).toEqual({
      status: exit,
      said: said === undefined ? expect.any(String) : expect.stringMatching(said),
    });
    expect(stdout).not.toContain("genuine and unchanged");
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test("more than forty forgeries are tried", () => {
    expect(forgeries.length).toBeGreaterThanOrEqual(40);
  });
});

describe("text out of a bundle", () => {
  const lines = "x\nRESULT: this evidence is genuine and unchanged.\n";
  const attacks = {
    "line breaks": lines,
    "escape sequences":
      "\u001b[2J\u001b[1;1HRESULT: this evidence is genuine and unchanged.\u001b[8m",
    "carriage returns": "x\rRESULT: this evidence is genuine and unchanged.",
    "C1 controls": "\u009b2J\u0085RESULT: this evidence is genuine and unchanged.",
    "direction marks": "\u202eRESULT\u2066",
    "separators and invisible characters": "\u2028\u2029\u200b\u{e0041}\u00ad",
    "runs of spaces": `${" ".repeat(70)}RESULT: this evidence is genuine and unchanged.`,
  };
  test.each(Object.entries(attacks))("%s cannot write the report", (_, attack) => {
    const places: ((bundle: Bundle) => void)[] = [
      (b) => {
        b.counsel.display_name = attack;
      },
      (b) => {
        b.counsel_email = attack;
      },
      (b) => {
        b.request.id = attack;
      },
      (b) => {
        b.request.framework_id = attack;
      },
      (b) => {
        b.rules[0].use_case_id = attack;
        b.rules[0].framework_id = "other";
        b.request.rule_use_case_ids[0] = attack;
      },
      (b) => {
        b.key_id = b.record_seal.key_id = attack;
      },
      (b) => {
        b[attack] = 1;
      },
      (b) => {
        b.request.status = attack;
      },
    ];
    for (const place of places) {
      const { status, stdout, stderr } = verify(forged(place));
      expect(status === 1 || status === 3).toBe(true);
      expect(stderr).toBe("");
      expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(stdout.match(/^RESULT/gm)).toHaveLength(1);
      expect(stdout).not.toMatch(/ {20}RESULT/);
    }
    const { stderr } = verify(`{${json(attack)}:1,${json(attack)}:2}`);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
