import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { softwarePasskey } from "#infra/local/software-passkey.ts";
import type { Assertion, NewKey } from "#shared/domain/counsel/assertion-form.ts";
import { wordsOf } from "#shared/domain/counsel/counsel-key.ts";
import { challengeFor, enrol, salts, setPolicy } from "#test/support/enrol.ts";
import {
  appointAnother,
  commission,
  expectStatus,
  newRuleBook,
  type RuleBook,
  requestReview,
} from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { rewriteItem } from "#test/support/table-attack.ts";

const system = suiteSystem({ functions: "deployed" });

const WEEK_S = 7 * 24 * 3600;
const invite = async (counselId: string) => {
  const path = `/admin/counsel/${counselId}/key-invitation`;
  const { body } = await expectStatus(system.admin("POST", path), 201);
  return { ...body, link: new URL(body.url).pathname } as {
    url: string;
    expires_at: string;
    link: string;
  };
};
const open = (link: string) => system.api()("GET", link);
const send = (link: string, key: unknown) => system.api()("POST", link, key);
const decide = (token: string, body: unknown) =>
  system.api()("POST", `/counsel/review/${token}/decide`, body);
const trailOf = async (counselId: string) =>
  (await system.admin("GET", `/admin/counsel/${counselId}/audit`)).body.items as {
    action: string;
    context: Record<string, unknown>;
    actor_type: string;
    row_hash: string;
  }[];

let book: RuleBook;
beforeAll(async () => {
  book = await newRuleBook(system);
});
/** A new counsel, from whom nothing has been requested yet. */
const appointed = () => appointAnother(system, book);

/** A counsel who requires a key and has one, and a review requested afterwards. */
async function guarded(algorithm: "ES256" | "EdDSA" | "RS256" = "ES256") {
  const first = await appointed();
  const key = await enrol(system, first.counselId, softwarePasskey(system.baseUrl, algorithm));
  await setPolicy(system, first.counselId, "key_required");
  return { key, ...(await requestReview(system, first)) };
}

describe("enrolling a passkey", () => {
  test.each(["ES256", "EdDSA", "RS256"] as const)(
    "%s is enrolled, shown and audited",
    async (algorithm) => {
      const { counselId } = await appointed();
      const { link, expires_at } = await invite(counselId);
      const opened = (await expectStatus(open(link), 200)).body;
      expect(opened).toMatchObject({ counsel: { id: counselId }, expires_at, credential_ids: [] });
      const key = softwarePasskey(system.baseUrl, algorithm);
      const { body } = await expectStatus(send(link, key.create(opened)), 201);
      expect(body).toMatchObject({
        credential_id: key.credentialId,
        algorithm,
        public_key_spki: key.spki,
        fingerprint: wordsOf(key.spki),
        rp_id: new URL(system.baseUrl).hostname,
        retired_at: null,
      });
      expect(body.fingerprint).toMatch(/^([a-z]{5}-){5}[a-z]{5}$/);
      const keys = await system.admin("GET", `/admin/counsel/${counselId}/keys`);
      expect(keys.body).toEqual({ items: [body], next_cursor: null });
      const rows = await trailOf(counselId);
      expect(rows.map(({ action }) => action).slice(-2)).toEqual([
        "counsel.key_invited",
        "counsel.key_enrolled",
      ]);
      expect(rows.at(-1)).toMatchObject({
        actor_type: "system",
        context: { credential_id: key.credentialId, public_key_spki: key.spki },
      });
      for (const row of rows.slice(-2)) expect(row.row_hash).toMatch(/^[0-9a-f]{64}$/);
      expect(JSON.stringify(rows)).not.toContain(link.split("/").at(-1));
    },
  );

  test("the list of counsel shows how many keys each has in use, even after simultaneous enrolments and retirements", async () => {
    const { counselId, frameworkId } = await commission(system);
    const inUse = async () => {
      const path = `/admin/counsel?framework_id=${frameworkId}`;
      return (await system.admin("GET", path)).body.items[0].keys_in_use;
    };
    expect(await inUse()).toBe(0);
    const keys = [softwarePasskey(system.baseUrl), softwarePasskey(system.baseUrl)];
    for (const key of keys) await enrol(system, counselId, key);
    expect(await inUse()).toBe(2);
    // Each key is retired twice, while the counsel's own record changes too.
    const path = `/admin/counsel/${counselId}`;
    const retire = keys.map(({ credentialId }) => `${path}/keys/${credentialId}/retire`);
    const answers = await Promise.all([
      ...[...retire, ...retire].map((one) => system.admin("POST", one)),
      system.admin("PATCH", path, { firm: "Another LLP" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await inUse()).toBe(0);
    expect((await system.admin("GET", path)).body).toMatchObject({
      keys_in_use: 0,
      firm: "Another LLP",
    });
  });

  test("an invitation works once, for a week, and only until there is a newer one", async () => {
    const { counselId } = await appointed();
    const first = await invite(counselId);
    const second = await invite(counselId);
    expect(Date.parse(second.expires_at) - Date.now()).toBeGreaterThan((WEEK_S - 60) * 1000);
    const gone = await open(first.link);
    expect([gone.status, gone.body.code]).toEqual([410, "invitation_ended"]);
    const opened = (await expectStatus(open(second.link), 200)).body;
    await expectStatus(send(second.link, softwarePasskey(system.baseUrl).create(opened)), 201);
    for (const answer of [await open(second.link), await send(second.link, {})]) {
      expect([answer.status, answer.body.code]).toEqual([410, "invitation_ended"]);
    }
  });

  test("of two keys sent at once under one invitation, one is enrolled", async () => {
    const { counselId } = await appointed();
    const { link } = await invite(counselId);
    const opened = (await open(link)).body;
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => send(link, softwarePasskey(system.baseUrl).create(opened))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410, 410, 410]);
    const { body } = await system.admin("GET", `/admin/counsel/${counselId}/keys`);
    expect(body.items).toHaveLength(1);
  });

  test("every invalid token gets a 403 with the same bytes, and the page is the same for all", async () => {
    const { counselId } = await appointed();
    const { link } = await invite(counselId);
    const bodies = new Set<string>();
    for (const bad of ["/counsel/key/x", `${link}x`, "/counsel/key/%F0%9F%98%80"]) {
      for (const answer of [await open(bad), await send(bad, { nonsense: true })]) {
        expect(answer.status).toBe(403);
        bodies.add(answer.text.replace(answer.body.request_id, ""));
      }
    }
    expect(bodies.size).toBe(1);
    const shell = (path: string) => system.api()("GET", path, undefined, { accept: "*/*" });
    const [good, none] = await Promise.all([shell(link), shell("/counsel/key/none")]);
    expect(good.text).toBe(none.text);
    // Mail programs append parameters of their own; the page's script does not pass them on.
    expect((await shell(`${link}?utm_source=mail&x=%00`)).text).toBe(good.text);
    expect((await open(`${link}?utm_source=mail`)).body.errors[0].path).toBe("utm_source");
    expect(good.headers.get("permissions-policy")).toContain("publickey-credentials-create=(self)");
    expect(good.headers.get("cache-control")).toBe("no-store");
  });

  test("a passkey that does not fit the invitation is refused with the reason, and the invitation stays valid", async () => {
    const { counselId } = await appointed();
    const { link } = await invite(counselId);
    const opened = (await open(link)).body;
    const key = softwarePasskey(system.baseUrl);
    const other = softwarePasskey(system.baseUrl);
    const made = key.create(opened);
    const created = "attestation_object";
    const cases: [name: string, path: string, sent: NewKey][] = [
      ["another challenge", created, key.create({ ...opened, challenge: "AAAA" })],
      ["another origin", created, key.create(opened, { origin: "https://evil.example" })],
      ["another RP", created, key.create(opened, { rpId: "evil.example" })],
      ["an assertion", created, key.create(opened, { type: "webauthn.get" })],
      ["nobody verified", created, key.create(opened, { flags: 0x41 })],
      ["nobody there", created, key.create(opened, { flags: 0x44 })],
      ["a page of another origin", created, key.create(opened, { crossOrigin: true })],
      ["no client data", created, key.create(opened, { clientData: "{" })],
      ["no attestation", created, { ...made, attestation_object: "AAAA" }],
      ["another credential id", created, { ...made, credential_id: other.credentialId }],
      [
        "a key that someone else has",
        "assertion",
        { ...made, assertion: other.create(opened).assertion },
      ],
      [
        "the proof of another invitation",
        "assertion",
        key.create({ ...opened, possession_challenge: "AAAA" }),
      ],
    ];
    for (const [name, path, sent] of cases) {
      const answer = await send(link, sent);
      expect([name, answer.status, answer.body.code, answer.body.errors?.[0].path]).toEqual([
        name,
        422,
        "key_invalid",
        path,
      ]);
    }
    const malformed = await send(link, { ...made, credential_id: "a+b" });
    expect([malformed.status, malformed.body.errors[0].path]).toEqual([400, "credential_id"]);
    await expectStatus(send(link, made), 201);
  });

  test("a key under which anyone can sign is refused", async () => {
    const { counselId } = await appointed();
    const { link } = await invite(counselId);
    const opened = (await open(link)).body;
    const key = softwarePasskey(system.baseUrl);
    const modulus = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({
      format: "jwk",
    }).n as string;
    const short = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey;
    const weak: [string, KeyObject][] = [
      [
        "RSA with e = 1",
        createPublicKey({ key: { kty: "RSA", n: modulus, e: "AQ" }, format: "jwk" }),
      ],
      [
        "RSA with e = 3",
        createPublicKey({ key: { kty: "RSA", n: modulus, e: "Aw" }, format: "jwk" }),
      ],
      ["RSA of 1024 bits", short],
      ...["01".padEnd(64, "0"), "00".padEnd(64, "0"), `ec${"ff".repeat(30)}7f`].map(
        (point): [string, KeyObject] => [
          `Ed25519 of small order ${point.slice(0, 2)}`,
          createPublicKey({
            key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(point, "hex").toString("base64url") },
            format: "jwk",
          }),
        ],
      ),
    ];
    for (const [name, publicKey] of weak) {
      const answer = await send(link, key.create(opened, { publicKey }));
      expect([name, answer.status, answer.body.code]).toEqual([name, 422, "key_invalid"]);
    }
  });

  test("an enrolled credential is refused a second time, even for another counsel", async () => {
    const [one, two] = [await appointed(), await appointed()];
    const key = await enrol(system, one.counselId);
    const { link } = await invite(two.counselId);
    const opened = (await open(link)).body;
    const answer = await send(link, key.create(opened));
    expect([answer.status, answer.body.code]).toEqual([409, "key_exists"]);
  });

  test("the longest permitted credential id can be enrolled, used and retired", async () => {
    const { counselId } = await appointed();
    const key = softwarePasskey(system.baseUrl, "ES256", Buffer.alloc(1023, 7));
    await enrol(system, counselId, key);
    const path = `/admin/counsel/${counselId}/keys/${key.credentialId}/retire`;
    expect((await expectStatus(system.admin("POST", path), 200)).body.retired_at).not.toBeNull();
  });

  test("retiring a key twice gives the same answer and writes one row; another counsel's key is not found", async () => {
    const { counselId } = await appointed();
    const other = await appointed();
    const key = await enrol(system, counselId);
    const retire = (id: string) =>
      system.admin("POST", `/admin/counsel/${id}/keys/${key.credentialId}/retire`);
    const first = await expectStatus(retire(counselId), 200);
    expect((await expectStatus(retire(counselId), 200)).body).toEqual(first.body);
    expect((await retire(other.counselId)).status).toBe(404);
    const rows = await trailOf(counselId);
    expect(rows.filter(({ action }) => action === "counsel.key_retired")).toHaveLength(1);
  });

  test("an inactive counsel is not invited", async () => {
    const { counselId } = await appointed();
    await expectStatus(system.admin("POST", `/admin/counsel/${counselId}/deactivate`), 200);
    const answer = await system.admin("POST", `/admin/counsel/${counselId}/key-invitation`);
    expect([answer.status, answer.body.code]).toEqual([422, "counsel_inactive"]);
  });
});

describe("the policy", () => {
  test("is link by default, and a change writes its own audit row", async () => {
    const { counselId } = await appointed();
    const path = `/admin/counsel/${counselId}`;
    expect((await system.admin("GET", path)).body.signing_policy).toBe("link");
    const both = { firm: "Other LLP", signing_policy: "key_required" };
    await expectStatus(system.admin("PATCH", path, both), 200);
    await setPolicy(system, counselId, "key_required");
    const rows = (await trailOf(counselId))
      .slice(1)
      .filter(({ action }) => action.startsWith("counsel."));
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["counsel.updated", "counsel.signing_policy_changed"]),
    );
    expect(rows).toHaveLength(2);
    const change = rows.find(({ action }) => action === "counsel.signing_policy_changed");
    expect(change?.context).toMatchObject({ previous: "link", value: "key_required" });
    const bad = await system.admin("PATCH", path, { signing_policy: "none" });
    expect([bad.status, bad.body.errors[0].path]).toEqual([400, "signing_policy"]);
  });

  test("under link nothing changes, and an assertion is refused", async () => {
    const review = await requestReview(system, await appointed());
    const opened = (await expectStatus(system.api()("GET", `/counsel/review/${review.token}`), 200))
      .body;
    expect(Object.keys(opened)).not.toContain("nonce");
    expect(Object.keys(opened)).not.toContain("keys");
    expect(opened.counsel).toEqual({
      ...{ display_name: "Dr. Ada Lex", firm: "Lex LLP" },
      ...{ jurisdiction: "DE", bar_registration: "RAK 123" },
    });
    const assertion = softwarePasskey(system.baseUrl).get("AAAA");
    const refused = await decide(review.token, { decision: "approved", assertion });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, "assertion"]);
    await expectStatus(decide(review.token, { decision: "approved" }), 200);
  });

  test("when a key is required and none is enrolled, nobody can decide", async () => {
    const review = await requestReview(system, await appointed());
    await setPolicy(system, review.counselId, "key_required");
    const opened = (await system.api()("GET", `/counsel/review/${review.token}`)).body;
    expect(opened).toMatchObject({ keys: [], nonce: review.review.nonce });
    const refused = await decide(review.token, { decision: "approved" });
    expect([refused.status, refused.body.code]).toEqual([422, "assertion_required"]);
    const key = await enrol(system, review.counselId);
    const challenge = await challengeFor(system, review, { decision: "approved" });
    const late = await decide(review.token, {
      decision: "approved",
      assertion: key.get(challenge),
    });
    expect([late.status, late.body.errors[0].path]).toEqual([422, "credential"]);
    const { status } = (await system.admin("GET", `/admin/rule-reviews/${review.review.id}`)).body;
    expect(status).toBe("pending");
  });
});

describe("deciding with counsel's own key", () => {
  test.each(["ES256", "EdDSA", "RS256"] as const)(
    "%s: the assertion is in the decision's row",
    async (algorithm) => {
      const review = await guarded(algorithm);
      const said = { decision: "approved", comment: "Ja – „so“. 😀", salts };
      const assertion = review.key.get(await challengeFor(system, review, said));
      const first = await expectStatus(decide(review.token, { ...said, assertion }), 200);
      const again = await expectStatus(decide(review.token, { ...said, assertion }), 200);
      expect(again.body).toEqual(first.body);
      const { items } = (await system.admin("GET", `/admin/rule-reviews/${review.review.id}/audit`))
        .body;
      expect(items.at(-1).context.assertion).toEqual(assertion);
    },
  );

  test("multipart takes the assertion over the file's digest as one field of JSON text", async () => {
    const review = await guarded();
    const pdf = Buffer.from("%PDF-1.7 opinion");
    const document = createHash("sha256").update(pdf).digest("hex");
    const challenge = await challengeFor(system, review, { decision: "rejected", document });
    const form = new FormData();
    form.set("decision", "rejected");
    form.set("supplementary_pdf", new File([pdf], "o.pdf", { type: "application/pdf" }));
    form.set("assertion", "{");
    expect((await decide(review.token, form)).status).toBe(400);
    form.set("assertion", JSON.stringify(review.key.get(challenge)));
    await expectStatus(decide(review.token, form), 200);
  });

  test("each invalid assertion is refused with its reason, and nothing is written", async () => {
    const review = await guarded();
    const other = await requestReview(system, review);
    const stranger = softwarePasskey(system.baseUrl);
    const said = { decision: "approved", comment: "Yes.", salts };
    const challenge = await challengeFor(system, review, said);
    const { key } = review;
    const withoutVerified = { ...key.get(challenge, { flags: 0x01 }) };
    const flipped = (assertion: Assertion) => {
      const data = Buffer.from(assertion.authenticator_data, "base64url");
      data[32] = (data[32] as number) | 0x04;
      return { ...assertion, authenticator_data: data.toString("base64url") };
    };
    const cases: [string, string, Assertion][] = [
      [
        "another decision",
        "challenge",
        key.get(await challengeFor(system, review, { ...said, decision: "rejected" })),
      ],
      [
        "another comment",
        "challenge",
        key.get(await challengeFor(system, review, { decision: "approved" })),
      ],
      [
        "another document",
        "challenge",
        key.get(await challengeFor(system, review, { ...said, document: "0".repeat(64) })),
      ],
      [
        "another rule set",
        "challenge",
        key.get(await challengeFor(system, review, said, { rule_version_hash: "0".repeat(64) })),
      ],
      [
        "another counsel",
        "challenge",
        key.get(await challengeFor(system, review, said, { counsel_id: "x" })),
      ],
      [
        "an assertion of another review",
        "challenge",
        key.get(await challengeFor(system, other, said)),
      ],
      ["another origin", "origin", key.get(challenge, { origin: "https://evil.example" })],
      ["another RP", "rp_id", key.get(challenge, { rpId: "evil.example" })],
      ["a page of another origin", "cross_origin", key.get(challenge, { crossOrigin: true })],
      ["a registration", "type", key.get(challenge, { type: "webauthn.create" })],
      ["nobody verified", "user_verified", withoutVerified],
      ["the verified bit flipped afterwards", "signature", flipped(withoutVerified)],
      ["nobody there", "user_present", key.get(challenge, { flags: 0x04 })],
      ["client data that is none", "client_data", key.get(challenge, { clientData: "[" })],
      ["a stranger's key", "credential", stranger.get(challenge)],
      [
        "a stranger's signature",
        "signature",
        { ...stranger.get(challenge), credential_id: key.credentialId },
      ],
      [
        "data cut short",
        "authenticator_data",
        { ...key.get(challenge), authenticator_data: "AAAA" },
      ],
    ];
    for (const [name, path, assertion] of cases) {
      const answer = await decide(review.token, { ...said, assertion });
      const paths = answer.body.errors?.map((fault: { path: string }) => fault.path);
      expect([name, answer.status, answer.body.code, paths]).toEqual([
        name,
        422,
        "assertion_invalid",
        expect.arrayContaining([path]),
      ]);
    }
    const without = await decide(review.token, said);
    expect([without.status, without.body.code]).toEqual([422, "assertion_required"]);
    const shape = await decide(review.token, {
      ...said,
      assertion: { ...key.get(challenge), extra: "x" },
    });
    expect([shape.status, shape.body.errors[0].path]).toEqual([400, "assertion.extra"]);
    const { body } = await system.admin("GET", `/admin/rule-reviews/${review.review.id}`);
    expect(body.status).toBe("pending");
    await expectStatus(decide(review.token, { ...said, assertion: key.get(challenge) }), 200);
  });

  test("a retired key can no longer sign", async () => {
    const review = await guarded();
    const said = { decision: "approved" };
    const assertion = review.key.get(await challengeFor(system, review, said));
    const path = `/admin/counsel/${review.counselId}/keys/${review.key.credentialId}/retire`;
    await expectStatus(system.admin("POST", path), 200);
    const answer = await decide(review.token, { ...said, assertion });
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, "credential"]);
    expect((await system.api()("GET", `/counsel/review/${review.token}`)).body.keys).toEqual([]);
  });

  test("a key retired or a policy switched at the same moment never lets a decision through", async () => {
    for (const meanwhile of ["retire", "policy"] as const) {
      const review = await guarded();
      if (meanwhile === "policy") await setPolicy(system, review.counselId, "link");
      const said = { decision: "approved" };
      const challenge = meanwhile === "policy" ? "" : await challengeFor(system, review, said);
      const path = `/admin/counsel/${review.counselId}/keys/${review.key.credentialId}/retire`;
      const [answer] = await Promise.all([
        decide(
          review.token,
          meanwhile === "policy" ? said : { ...said, assertion: review.key.get(challenge) },
        ),
        meanwhile === "policy"
          ? setPolicy(system, review.counselId, "key_required")
          : system.admin("POST", path),
      ]);
      expect([200, 422]).toContain(answer.status);
      const rows = await trailOf(review.counselId);
      const at = (action: string) => rows.findLastIndex((row) => row.action === action);
      const change = at(
        meanwhile === "policy" ? "counsel.signing_policy_changed" : "counsel.key_retired",
      );
      if (answer.status === 200) expect(at("rule_review.approved")).toBeGreaterThan(-1);
      else expect(at("rule_review.approved")).toBe(-1);
      expect(change).toBeGreaterThan(-1);
    }
  });
});

// This comes last, because a week passes.
test.each(["used", "expired"])(
  "an invitation that was %s enrols no key, even if the table says that it is open",
  async (end) => {
    const { counselId } = await appointed();
    const { link } = await invite(counselId);
    const opened = (await expectStatus(open(link), 200)).body;
    const enrolled = () => send(link, softwarePasskey(system.baseUrl).create(opened));
    if (end === "used") await expectStatus(enrolled(), 201);
    else await system.advance(WEEK_S + 60);
    expect((await enrolled()).status).toBe(410);
    await rewriteItem(
      system,
      { pk: `COUNSEL#${counselId}`, sk: "INVITATION" },
      ({ invitation }) => {
        Object.assign(invitation, { used_at: null, expires_at: "2036-01-01T00:00:00.000Z" });
      },
    );
    const answer = await enrolled();
    expect([answer.status, answer.body.code]).toEqual([503, "state_differs"]);
  },
);
