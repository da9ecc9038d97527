import { createHash } from "node:crypto";
import { extractText } from "unpdf";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { writeDrawingFiles } from "#infra/certificate-files.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { sampled } from "#test/support/full-size.ts";
import { asOperation, interleaved, useEnvironmentOf } from "#test/support/in-process.ts";
import {
  askAgain,
  type Commissioned,
  commission,
  expectStatus,
  ruleText,
} from "#test/support/review-fixture.ts";
import { signPdf } from "#test/support/sign-pdf.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";

/* A law firm's own signature on a certificate (reviews-that-run, section 7). */

const system = suiteSystemWithLog();
let auditor: Auditor;
let one: Commissioned;
let link: string;
let review: string;
let certificate: Buffer;

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const sequence = () =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);

/** The file at a path, requested as an admin or by counsel's link. */
async function fileAt(path: string) {
  const bearer = await system.token({ is_platform_admin: true });
  const headers = { authorization: `Bearer ${bearer}`, accept: "application/pdf" };
  const answer = await fetch(`${system.baseUrl}${path}`, { headers });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const pdf = { "content-type": "application/pdf" };
const byLink = (bytes: Buffer, token = one.token) =>
  system.api()("PUT", `/counsel/review/${token}/signed-certificate`, bytes, pdf);
const byAdmin = (bytes: Buffer, headers: Record<string, string> = pdf) =>
  system.admin("PUT", `${review}/signed-certificate`, bytes, headers);

beforeAll(async () => {
  auditor = await auditorOf(system);
  one = await commission(system);
  link = `/counsel/review/${one.token}`;
  review = `/admin/rule-reviews/${one.review.id}`;
  await expectStatus(system.api()("GET", link), 200);
  const undecided = await byLink(Buffer.from("%PDF-1.7\n"));
  expect([undecided.status, undecided.body.code]).toEqual([409, "review_not_decided"]);
  const decision = { decision: "approved", comment: "A remark (99 0 obj <</S /Named>>)." };
  await expectStatus(system.api()("POST", `${link}/decide`, decision), 200);
  await sequence();
  certificate = (await fileAt(`${review}/certificate.pdf`)).bytes;
});
afterAll(async () => {
  auditor.close();
});

/** Each file that is refused, with what the refusal says. */
const refused = (): [Buffer, RegExp][] => {
  const size = certificate.length;
  const inBundle = certificate.indexOf("99 0 obj");
  expect(inBundle).toBeGreaterThan(0);
  const signed = signPdf(certificate);
  const changed = Buffer.from(signed);
  changed[size - 40] = (changed[size - 40] ?? 0) ^ 1;
  return [
    [Buffer.from("no PDF"), /begin with a certificate/],
    [changed, /begin with a certificate/],
    [signed.subarray(0, size - 1), /begin with a certificate/],
    [certificate, /nothing was appended/],
    [Buffer.concat([signed, Buffer.from("\n\n%")]), /%%EOF/],
    [Buffer.concat([certificate, Buffer.from("\n%%EOF\n")]), /incremental update/],
    [signPdf(certificate, { previous: 17 }), /incremental update/],
    // An offset into the certificate's attachment: counsel's words could be read as an object.
    [signPdf(certificate, { offset: () => inBundle }), /incremental update/],
    [signPdf(certificate, { offset: (at) => at + 1 }), /incremental update/],
    [signPdf(certificate, { range: ([a, b, c, d]) => [a, b, c, d - 1] }), /no signature/],
    [signPdf(certificate, { range: ([a, b, c, d]) => [a, b - 1, c, d] }), /no signature/],
    [signPdf(certificate, { range: ([, , , d]) => [0, 10, size, d] }), /no signature/],
    [signPdf(certificate, { contents: "00".repeat(20) }), /no signature/],
    // A signature that does not cover a later update.
    [signPdf(signed, { range: () => [0, 0, 0, 0] }), /no signature/],
    ...sampled(
      [
        "/S /JavaScript",
        "/S /J#61vaScript",
        "/S /Launch",
        "/EF <</F 9003 0 R>>",
        `/EF${" ".repeat(10)}<</F 9003 0 R>>`,
        "/EF\0<</F 9003 0 R>>",
        "/EF\0 9003 0 R",
        "/EF% the file:\n<</F 9003 0 R>>",
        "/#45F\f<</F 9003 0 R>>",
        "/EmbeddedFiles 2 0 R",
      ],
      2,
    ).map((extra): [Buffer, RegExp] => [
      signPdf(certificate, { extra }),
      /has \/(?:Java|Launch|E)/,
    ]),
    [signPdf(certificate, { extra: `(${"x".repeat(2_097_152)})` }), /more than 2 MiB/],
  ];
};

test("only a certificate of this decision with an appended signature is kept, and only the appended part", async () => {
  for (const [bytes, why] of refused()) {
    const { status, body } = await byAdmin(bytes);
    expect([why, status, body.code, body.detail]).toEqual([
      why,
      422,
      "not_a_signed_certificate",
      expect.stringMatching(why),
    ]);
    expect(body.detail).toContain("a tool that appends its signature");
  }
  // Another decision's certificate.
  const other = await askAgain(system);
  await expectStatus(
    system.api()("POST", `/counsel/review/${other.token}/decide`, { decision: "approved" }),
    200,
  );
  const foreign = await byLink(signPdf(certificate), other.token);
  expect([foreign.status, foreign.body.code]).toEqual([422, "not_a_signed_certificate"]);
  for (const type of ["text/plain", "application/json"]) {
    const { status, body } = await byAdmin(signPdf(certificate), { "content-type": type });
    expect([status, body.detail]).toEqual([415, "The body must be application/pdf."]);
  }
  expect((await byAdmin(Buffer.alloc(4_194_305, 32))).status).toBe(413);
  // The token is judged before the file.
  expect((await byLink(Buffer.alloc(4_194_305, 32), "x".repeat(43))).status).toBe(403);
  const { body } = await system.admin("GET", `${review}/signed-certificates`);
  expect(body).toEqual({ items: [] });
});

test("the same file is kept once, at most five files are kept, and each comes back byte for byte", async () => {
  const signed = signPdf(certificate, { extra: `/Appearance (${"x".repeat(800_000)})` });
  const twice = await Promise.all([byLink(signed), byLink(signed)]);
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 201]);
  const kept = twice[0]?.body;
  expect(kept).toEqual({
    sha256: sha256(signed),
    certificate_sha256: sha256(certificate),
    by: "link",
    received_at: expect.any(String),
    bytes: signed.length - certificate.length,
  });
  // The request has gained a row since, but the certificate is drawn as it was.
  await sequence();
  const file = await fileAt(`${review}/signed-certificates/${kept.sha256}`);
  expect(file.answer.status).toBe(200);
  expect(file.bytes.equals(signed)).toBe(true);
  expect(Object.fromEntries(file.answer.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": expect.stringMatching(/^attachment; /),
    "content-security-policy": expect.stringContaining("sandbox"),
    "x-content-type-options": "nosniff",
  });

  const [first, second, ...more] = ["a", "b", "c", "d"].map((extra) =>
    signPdf(certificate, { extra: `/X (${extra})` }),
  );
  for (const bytes of [first, second]) expect((await byAdmin(bytes as Buffer)).status).toBe(201);
  // Sends at once a second signature on top of the first, and one more signature than there is room for.
  // Each draws the certificate in this one thread, so many at once would run into time limits.
  const others = [signPdf(signed), ...more];
  const burst = async () => {
    const answers = await Promise.all(others.map((bytes) => byAdmin(bytes)));
    return answers.map(({ status, body }) => (status === 201 ? 201 : body.code)).toSorted();
  };
  // All of them arrive while one more reads the request.
  const [late, codes] = await handedInAround(signPdf(certificate, { extra: "/X (late)" }), burst);
  expect(late).toMatchObject({ code: "too_many_signed_certificates" });
  expect(codes).toEqual([201, 201, "too_many_signed_certificates"]);
  expect((await byLink(signed)).status).toBe(200);

  const { body: trail } = await system.admin("GET", `${review}/audit`);
  const rows = trail.items.filter(
    ({ action }: { action: string }) => action === "rule_review.certificate_signed",
  );
  expect(rows).toHaveLength(5);
  expect(rows[0]).toMatchObject({
    actor_user_id: null,
    context: { sha256: sha256(signed), certificate_sha256: sha256(certificate), by: "link" },
  });
  await sequence();
  await auditor.copyLog();
  const { text: bundle } = await system.admin("GET", `${review}/bundle`);
  const run = await auditor.run(bundle, auditor.options);
  expect([run.status, run.stdout]).toEqual([0, expect.stringContaining("RESULT: genuine")]);
  const evidence = await system.admin("GET", `${review}/evidence`);
  const failed = evidence.body.checks.filter(({ result }: { result: string }) => result === "fail");
  expect(failed).toEqual([]);
});

/** Hands in a file in this process; others are handed in just before it reads the request. */
async function handedInAround<T>(bytes: Buffer, others: () => Promise<T>) {
  useEnvironmentOf(system, { BASE_URL: system.baseUrl });
  asOperation("putSignedCertificate");
  const { putSignedCertificate } = await import(
    "#shared/use-cases/evidence/put-signed-certificate.ts"
  );
  await writeDrawingFiles(auditor.folder);
  const folder = auditor.folder;
  const now = new Date().toISOString();
  const given = { reviewId: one.review.id, actorUserId: "u1", bytes, folder, now };
  let between: T | null = null;
  const outcome = await interleaved(
    () => putSignedCertificate(given).catch((error: unknown) => error),
    async () => {
      between = await others();
    },
    ({ input }) => JSON.stringify(input).includes(`"pk":"REVIEW#${one.review.id}"`),
  );
  vi.unstubAllEnvs();
  return [outcome, between] as const;
}

test("after counsel's words are erased, only the signature itself can still be handed out", async () => {
  const { body } = await system.admin("GET", `${review}/signed-certificates`);
  await expectStatus(system.admin("POST", `${review}/erase-words`, { reason: "Asked to." }), 200);
  const { answer, bytes } = await fileAt(`${review}/signed-certificates/${body.items[0].sha256}`);
  expect([answer.status, answer.headers.get("content-type"), bytes.length]).toEqual([
    200,
    "application/octet-stream",
    body.items[0].bytes,
  ]);
  expect((await fileAt(`${review}/signed-certificates/${"0".repeat(64)}`)).answer.status).toBe(404);
});

test("counsel has request and certificate as files once they have opened the link; scanners have neither", async () => {
  const rules = [
    ruleText("rule.first", {
      citations: [{ label: "Article 9(2)", url: "https://law.example/9" }],
    }),
  ];
  const { token, review: asked } = await commission(system, { rules });
  const own = `/counsel/review/${token}`;
  const get = (name: string, accept = "application/pdf", more: Record<string, string> = {}) =>
    system.api()("GET", `${own}/${name}.pdf`, undefined, { accept, ...more });
  const codeOf = async (answer: ReturnType<typeof get>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };
  expect(await codeOf(get("request"))).toEqual([409, "review_not_viewed"]);
  await expectStatus(system.api()("GET", own), 200);
  for (const name of ["request", "certificate"]) {
    expect(await codeOf(get(name, "*/*"))).toEqual([406, "not_acceptable"]);
    expect(await codeOf(get(name, "text/html,application/pdf;q=0"))).toEqual([
      406,
      "not_acceptable",
    ]);
    const ahead = { "sec-purpose": "prefetch" };
    expect(await codeOf(get(name, "application/pdf", ahead))).toEqual([406, "not_acceptable"]);
  }
  const unknown = `/counsel/review/${"x".repeat(43)}/request.pdf`;
  const accept = { accept: "application/pdf" };
  expect((await system.api()("GET", unknown, undefined, accept)).status).toBe(403);

  const request = await fileAt(`${own}/request.pdf`);
  const text = await extractText(new Uint8Array(request.bytes), { mergePages: true });
  const printed = text.text.replaceAll(/\s/g, "");
  for (const part of [asked.id, "Titleofrule.first", "Article9(2)https://law.example/9"]) {
    expect(printed).toContain(part);
  }
  for (const _ of Array(8)) {
    expect(await codeOf(get("certificate"))).toEqual([409, "review_not_decided"]);
  }
  await expectStatus(system.api()("POST", `${own}/decide`, { decision: "approved" }), 200);
  const counsels = await fileAt(`${own}/certificate.pdf`);
  const admins = await fileAt(`/admin/rule-reviews/${asked.id}/certificate.pdf`);
  expect(counsels.bytes.equals(admins.bytes)).toBe(true);
  const last = await get("request");
  expect([last.status, last.body.code]).toEqual([429, "rate_limited"]);
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
  const { body } = await system.admin("GET", `/admin/rule-reviews/${asked.id}/audit`);
  expect(body.items).toHaveLength(3);
});
