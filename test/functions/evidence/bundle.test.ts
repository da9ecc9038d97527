import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canonicalJson } from "#shared/domain/canonical.ts";
import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import { asVersion1 } from "#test/support/bundle-version-1.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";

// biome-ignore lint/suspicious/noExplicitAny: bundles that are damaged on purpose
type Bundle = any;

let system: TestSystem;
let folder: string;
let verifier: string;
let good: Bundle;
let goodText: string;
let link: { token: string; id: string };

const bundleOf = async (id: string) =>
  asVersion1(
    (await expectStatus(system.admin("GET", `/admin/rule-reviews/${id}/bundle`), 200)).text,
  );

beforeAll(async () => {
  system = await startTestSystem();
  folder = mkdtempSync(join(tmpdir(), "bundle-"));
  verifier = join(folder, "verify-bundle.mjs");
  writeFileSync(verifier, (await system.api()("GET", "/evidence/verify-bundle.mjs")).text);
  const { token, review } = await commission(system);
  link = { token, id: review.id };
  await system.api()("GET", `/counsel/review/${token}`);
  await system.api()("POST", `/counsel/review/${token}/decide`, {
    decision: "approved_with_changes",
    comment: "Ziffer 3 streichen – „so nicht“. 😀",
  });
  goodText = await bundleOf(review.id);
  good = JSON.parse(goodText);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await system.close();
});

/** Runs the downloaded verifier with plain Node, in a folder of its own. */
function verify(text: string, secret = "") {
  const file = join(folder, "bundle.json");
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [verifier, file], {
    input: secret,
    encoding: "utf8",
    cwd: folder,
    env: {},
  });
  return { status, stdout, stderr };
}

const damaged = (damage: (bundle: Bundle) => void): string => {
  const bundle = structuredClone(good);
  damage(bundle);
  return JSON.stringify(bundle);
};

describe("the bundle", () => {
  test("is the same bytes for the same state, in canonical form", async () => {
    expect(await bundleOf(link.id)).toBe(goodText);
    expect(canonicalJson(good)).toBe(goodText);
  });

  test("contains no link, token or secret", () => {
    expect(goodText).not.toContain(link.token);
    expect(goodText).not.toContain("/counsel/review/");
    expect(goodText).not.toContain(DEVELOPMENT_SECRET);
    expect(goodText).not.toContain("token_hash");
    expect(good.audit[0].context.magic_link_url).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});

describe("the verifier, run with nothing but Node", () => {
  test("accepts an untouched bundle, and says what it could not check without a secret", () => {
    const { status, stdout } = verify(goodText);
    expect(status).toBe(3);
    expect(stdout.match(/^OK /gm)).toHaveLength(8);
    expect(stdout.match(/^NOT CHECKED /gm)).toHaveLength(2);
    expect(stdout).toContain("RESULT: nothing was changed in what could be checked");
  });

  test("with the secret, checks signature and seal too", () => {
    const { status, stdout } = verify(goodText, `an older secret\n${DEVELOPMENT_SECRET}\n`);
    expect(status).toBe(0);
    expect(stdout.match(/^OK /gm)).toHaveLength(10);
    expect(stdout).toContain("RESULT: this evidence is genuine and unchanged.");
    expect(stdout).not.toContain(DEVELOPMENT_SECRET);
  });

  test("a secret other than the one used is distinguished from tampering", () => {
    const { status, stdout } = verify(goodText, "another secret");
    expect(status).toBe(3);
    expect(stdout).toContain("that secret was not given");
    expect(stdout).not.toContain("CHANGED     ");
  });

  test("reformatting a bundle does not damage it", () => {
    const reordered = Object.fromEntries(Object.entries(good).reverse());
    expect(verify(JSON.stringify(reordered, null, 4), DEVELOPMENT_SECRET).status).toBe(0);
  });

  test("a review without a decision verifies as undecided", async () => {
    const { review } = await commission(system);
    const { status, stdout } = verify(await bundleOf(review.id), DEVELOPMENT_SECRET);
    expect(status).toBe(0);
    expect(stdout).toContain("Decision      pending");
    expect(stdout).toContain("There is no decision.");
  });

  const damages: [string, (bundle: Bundle) => void, RegExp][] = [
    [
      "a rule's text",
      (b) => {
        b.rules[1].title += ".";
      },
      /Rules .*differs from what was under review/,
    ],
    [
      "a rule left out",
      (b) => {
        b.rules.pop();
      },
      /Rules .*not the rules/,
    ],
    [
      "the comment",
      (b) => {
        b.request.decision_comment = "Fine.";
      },
      /Record .*decision_comment/,
    ],
    [
      "the decision",
      (b) => {
        b.request.status = "approved";
      },
      /Order .*trail says rule_review.approved_with_changes/,
    ],
    [
      "the time",
      (b) => {
        b.request.decided_at = "2026-01-01T00:00:00.000Z";
      },
      /Record .*decided_at/,
    ],
    [
      "the signature",
      (b) => {
        b.request.decision_signature = "0".repeat(64);
      },
      /Record .*decision_signature/,
    ],
    [
      "the e-mail",
      (b) => {
        b.counsel_email = "mallory@law.example";
      },
      /Record .*counsel_email/,
    ],
    [
      "a row changed",
      (b) => {
        b.audit[1].created_at = "2026-01-01T00:00:00.000Z";
      },
      /Trail .*Row 2/,
    ],
    [
      "a row removed",
      (b) => {
        b.audit.splice(1, 1);
      },
      /Trail .*Row 2 .*does not follow/,
    ],
    [
      "rows reordered",
      (b) => {
        b.audit.reverse();
      },
      /Order .*does not begin/,
    ],
    [
      "a row of another request",
      (b) => {
        b.audit[1].resource_id = "x";
      },
      /Trail .*belongs to another/,
    ],
    [
      "the list of contents",
      (b) => {
        b.manifest.rules = "sha256:00";
      },
      /Contents .*rules/,
    ],
    [
      "the seal left out",
      (b) => {
        b.record_seal = null;
      },
      /Seal .*missing/,
    ],
  ];
  test.each(damages)("finds and names %s", (_, damage, named) => {
    const { status, stdout } = verify(damaged(damage));
    expect(status).toBe(1);
    expect(stdout).toMatch(named);
    expect(stdout).toContain("RESULT: this evidence was changed");
  });

  test("with the secret, detects a forgery that recomputed every hash", () => {
    const forged = damaged((b) => {
      b.request.requested_by_user_id = "someone-else";
      b.manifest.request = undefined;
    });
    const { status, stdout } = verify(forged, DEVELOPMENT_SECRET);
    expect(status).toBe(1);
    expect(stdout).toMatch(/Seal .*broken/);
  });

  test("a file that is not a bundle is reported as such", () => {
    for (const text of [
      "",
      "{",
      "[]",
      "null",
      "5",
      '{"version":2}',
      '{"version":1}',
      '{"version":1,"request":{},"manifest":{},"rules":[],"audit":[]}',
    ]) {
      const { status, stderr } = verify(text);
      expect([text, status]).toEqual([text, 2]);
      expect(stderr).toContain("cannot be checked");
    }
    expect(spawnSync(process.execPath, [verifier]).status).toBe(2);
    expect(spawnSync(process.execPath, [verifier, join(folder, "none.json")]).status).toBe(2);
  });

  test("any change to any text of a bundle is detected", () => {
    const paths: (string | number)[][] = [];
    const walk = (value: unknown, path: (string | number)[]) => {
      if (typeof value === "string") paths.push(path);
      else if (value && typeof value === "object") {
        for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
      }
    };
    walk({ request: good.request, audit: good.audit, rules: good.rules }, []);
    fc.assert(
      fc.property(fc.constantFrom(...paths), (path) => {
        const text = damaged((bundle) => {
          const parent = path.slice(0, -1).reduce((at, key) => at[key], bundle);
          parent[path.at(-1) as string] += "x";
        });
        expect(verify(text, DEVELOPMENT_SECRET).status).toBe(1);
      }),
      { numRuns: 25 },
    );
  });
});
