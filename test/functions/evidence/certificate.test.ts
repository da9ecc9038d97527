import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { PDF } from "@libpdf/core";
import { extractText } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { parseProof } from "#shared/domain/log/proof-text.ts";
import { instantText } from "#shared/domain/standing/day-text.ts";
import { type Auditor, auditorOf, type Bundle } from "#test/support/forge-bundle.ts";
import type { Genuine } from "#test/support/forged-files.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { genuineFiles } from "#test/support/genuine-files.ts";
import { askAgain, commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { decidedReview, openRoom } from "#test/support/room-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { removeItem, rewriteItem, rowItems, takeBack } from "#test/support/table-attack.ts";

const system = suiteSystemWithLog();
let auditor: Auditor;
let genuine: Genuine;

async function certificate(id: string) {
  const token = await system.token({ is_platform_admin: true });
  const answer = await fetch(`${system.baseUrl}/admin/rule-reviews/${id}/certificate.pdf`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const drawn = new Map<string, ReturnType<typeof certificate>>();
/** The certificate of a decided review, requested once: it is the same as long as the state is. */
function kept({ request: { id } }: Bundle): ReturnType<typeof certificate> {
  const known = drawn.get(id) ?? certificate(id);
  drawn.set(id, known);
  return known;
}

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

const sequence = () =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);

/** The text that a reader of the pages sees, without line breaks. */
async function textOf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  return text;
}

const squeezed = (text: string): string => text.replaceAll(/\s/g, "");

beforeAll(async () => {
  auditor = await auditorOf(system);
  ({ genuine } = await genuineFiles(system));
  // No certificate is drawn if rows have waited for two minutes, and a busy machine may need that long
  // for these files.
  await sequence();
  await Promise.all([kept(genuine.decided), kept(genuine.keyed)]);
  // Puts their rows into the log.
  await sequence();
  await auditor.copyLog();
});
afterAll(async () => {
  auditor.close();
});

describe("a certificate", () => {
  test("carries the bundle byte for byte, and the verifier judges it like the bundle: genuine", async () => {
    for (const bundle of [genuine.decided, genuine.keyed]) {
      const { answer, bytes } = await kept(bundle);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
      const pdf = await PDF.load(bytes);
      const attached = pdf.getAttachment("bundle.json");
      expect(Buffer.from(attached ?? []).toString()).toBe(canonicalJson(bundle));
      const { status, stdout } = await auditor.run(bytes, auditor.options);
      expect([status, stdout]).toEqual([0, expect.stringContaining("RESULT: genuine")]);
    }
  });

  test("can be copied as it is printed, whatever the letters of counsel's name are drawn with", async () => {
    const { review, counselId, token } = await commission(system);
    const display_name = "Nguyễn Thị Ánh";
    const patched = system.admin("PATCH", `/admin/counsel/${counselId}`, { display_name });
    await expectStatus(patched, 200);
    const decision = { decision: "approved" };
    await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, decision), 200);
    const text = await textOf((await certificate(review.id)).bytes);
    for (const said of [display_name, "verify-bundle.mjs", "certificate.pdf"]) {
      expect(text).toContain(said);
    }
    // The characters with which the name's letters are drawn appear nowhere else.
    expect(text.replaceAll(display_name, "")).not.toMatch(/[^\P{L}A-Za-z]/u);
  });

  test("prints every value of the decision, and a procedure that can be reproduced with the printed values", async () => {
    const bundle: Bundle = genuine.keyed;
    const { bytes } = await kept(bundle);
    const text = squeezed(await textOf(bytes));
    const row = bundle.audit.at(-1);
    const [ed25519 = ""] = auditor.keys;
    const { request, counsel } = bundle;
    for (const value of [
      ...[request.id, instantText(request.created_at), instantText(request.decided_at)],
      // The bundle has only ids for the requester and the rule book.
      `Asked by ${request.requested_by_user_id} Asked`,
      `Rule book ${request.framework_id} Asked by`,
      `${counsel.display_name} reviewed 3 rules of ${request.framework_id} and decided:`,
      ...[request.rule_version_hash, row.row_hash, bundle.log.origin, ed25519],
      ...[counsel.display_name, counsel.email, bundle.disclosures[0].text],
      ...bundle.rules.map(({ suggested_verdict_copy }: Bundle) => suggested_verdict_copy),
    ]) {
      expect(text).toContain(squeezed(value));
    }
    expect(text).not.toContain(request.created_at);
    const printed = /--key'([^']+)'--log/.exec(text)?.[1] ?? "";
    expect(printed).toBe(ed25519);
    const { status } = await auditor.run(bytes, [
      "--key",
      // The key as copied from paper, where it takes two lines.
      `${printed.slice(0, 60)}\n${printed.slice(60)}`,
      "--log",
      `${system.baseUrl}/evidence/log`,
    ]);
    expect(status).toBe(0);
  });

  test("has the same bytes for the same state, and before its leaf exists it says that it waits", async () => {
    const { review, token } = await askAgain(system);
    await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
    const decision = { decision: "approved", comment: null };
    await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, decision), 200);
    const [first, second] = [await certificate(review.id), await certificate(review.id)];
    expect(first.bytes.equals(second.bytes)).toBe(true);
    expect(await textOf(first.bytes)).toContain("waits for the log");
    await sequence();
    const logged = await certificate(review.id);
    expect(await textOf(logged.bytes)).not.toContain("waits for the log");
  });

  test("shows characters that its font lacks, that run from right to left or that are invisible as their codes", async () => {
    const { review, token, counselId } = await commission(system, {
      rules: [ruleText("names.rule", { suggested_verdict_copy: "Пишите שלום" })],
    });
    const renamed = { display_name: "Łucja Čapek-Αθηνά ß 张伟" };
    await expectStatus(system.admin("PATCH", `/admin/counsel/${counselId}`, renamed), 200);
    await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
    const decision = { decision: "rejected", comment: "ab שלום" };
    await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, decision), 200);
    const text = await textOf((await certificate(review.id)).bytes);
    expect(text).toContain("Łucja Čapek-Αθηνά ß U+5F20 U+4F1F");
    expect(text).toContain("Пишите U+05E9 U+05DC U+05D5 U+05DD");
  });

  test("begins with the outcome of each rule, names what the decision leaves out, prints every verdict with its words, and says where later decisions are shown", async () => {
    const paragraphs = ["2", "3", "4"].map((paragraph) =>
      ruleText(`art50.${paragraph}`, { citations: [{ label: `Article 50(${paragraph})` }] }),
    );
    const { review, token, frameworkId } = await commission(system, { rules: paragraphs });
    await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
    const decision = {
      decision: "approved_with_changes",
      rule_verdicts: [
        { use_case_id: "art50.2", verdict: "approved" },
        { use_case_id: "art50.3", verdict: "changes_requested", text: "Name the exception first." },
        { use_case_id: "art50.4", verdict: "approved" },
      ],
    };
    await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, decision), 200);
    const text = squeezed(await textOf((await certificate(review.id)).bytes));
    for (const said of [
      "and decided: 2 approved, 1 sent back: Art. 50(3); approved with changes, except Art. 50(3).",
      "Decision approved with changes, except Art. 50(3)",
      "Art. 50(3): changes requested Name the exception first.",
      `What was decided later is not on this paper; ${system.baseUrl}/admin/console/coverage?framework_id=${frameworkId} shows it.`,
    ]) {
      expect(text).toContain(squeezed(said));
    }
  });

  test("exists for a decided review only", async () => {
    for (const [bundle, status, code] of [
      [genuine.pending, 409, "review_not_decided"],
      [genuine.cancelled, 409, "review_not_decided"],
    ] as const) {
      const path = `/admin/rule-reviews/${bundle.request.id}/certificate.pdf`;
      expect((await expectStatus(system.admin("GET", path), status)).body.code).toBe(code);
    }
    const none = "/admin/rule-reviews/00000000-0000-4000-8000-000000000000/certificate.pdf";
    await expectStatus(system.admin("GET", none), 404);
  });
});

describe("the verifier, given a PDF", () => {
  const judge = async (bytes: Uint8Array, options = auditor.options) => {
    const { status, stdout, stderr } = await auditor.run(Buffer.from(bytes), options);
    return [status, stdout + stderr] as const;
  };
  const said = (text: string) => expect.stringContaining(text);
  const served = () => [
    ...auditor.keys.flatMap((key) => ["--key", key]),
    ...["--log", `${system.baseUrl}/evidence/log`],
  ];
  const original = async () => (await kept(genuine.decided)).bytes;

  test("looks the file's bytes up in the log, and parses nothing: the second line says where the bundle is", async () => {
    const bytes = await original();
    const [, second = ""] = bytes.subarray(0, 128).toString("latin1").split("\n");
    const numbers = /^%\xff{4} %countersign (\d+) (\d+) (\d+)$/.exec(second)?.slice(1).map(Number);
    const [offset = 0, length = 0, total] = numbers ?? [];
    expect(total).toBe(bytes.length);
    const attached = bytes.subarray(offset, offset + length).toString();
    expect(attached).toBe(canonicalJson(genuine.decided));
    expect(await judge(bytes)).toEqual([
      0,
      said(`${"OK".padEnd(12)}${"pages".padEnd(24)} These are the pages`),
    ]);
  });

  test("N14: finds somebody else's pages around a genuine bundle, whatever they are made with", async () => {
    const own = await PDF.load(await original());
    const bundle = Buffer.from(canonicalJson(genuine.decided));
    own.removeAttachment("bundle.json");
    own.addAttachment("bundle.json", bundle);
    expect(await judge(await own.save())).toEqual([1, said("No certificate of this service")]);
    const altered = Buffer.from(await original());
    // Alters a glyph's width; the attachment stays as it was.
    const at = altered.indexOf("/W [");
    altered[at + 12] = (altered[at + 12] as number) ^ 1;
    expect(await judge(altered, served())).toEqual([
      1,
      said(`${"CHANGED".padEnd(12)}${"pages".padEnd(24)} The log has no`),
    ]);
  });

  test("N14: judges the first bytes of a longer file, says that what was appended can change the pages, and writes out the certificate", async () => {
    const bytes = await original();
    const pdf = await PDF.load(bytes);
    pdf.removeAttachment("bundle.json");
    const written = `${auditor.folder}/original.pdf`;
    for (const longer of [
      Buffer.concat([bytes, Buffer.from("%\n")]),
      await pdf.save({ incremental: true }),
    ]) {
      const sentence = `The first ${bytes.length.toLocaleString("en")} bytes are the certificate issued on`;
      const options = [...auditor.options, "--original", written];
      expect(await judge(longer, options)).toEqual([3, said(sentence)]);
      expect(readFileSync(written).equals(bytes)).toBe(true);
    }
  });

  test("tells a mirror that reaches ten minutes beyond the bundle's checkpoint from one that does not", async () => {
    const { review, token } = await askAgain(system);
    await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
    const decision = { decision: "approved", comment: null };
    await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, decision), 200);
    await sequence();
    await auditor.copyLog();
    const { bytes } = await certificate(review.id);
    expect(await judge(bytes)).toEqual([3, said("does not reach far enough")]);
    expect(await judge(bytes, served())).toEqual([3, said("waits for the log")]);
    await sequence();
    expect(await judge(bytes, served())).toEqual([0, said("These are the pages")]);
    const forged = Buffer.from(bytes);
    forged[forged.length - 2] = 0x20;
    expect(await judge(forged, served())).toEqual([1, said("did not draw these pages")]);
    await system.advance(601);
    await askAgain(system);
    await sequence();
    await auditor.copyLog();
    expect(await judge(bytes)).toEqual([0, said("These are the pages")]);
    expect(await judge(forged)).toEqual([1, said("reaches ten minutes beyond")]);
  });

  test("exits with 1 for a certificate that was cut off, and with 3 or 2 without the log", async () => {
    const bytes = await original();
    for (const end of [1000, bytes.length - 40]) {
      expect(await judge(bytes.subarray(0, end))).toEqual([1, said("The file is cut off")]);
    }
    expect(await judge(bytes, [])).toEqual([3, said("NOT CHECKED pages")]);
    expect(await judge(Buffer.from("%PDF-1.7\n%own\n"), [])).toEqual([2, said("none of this")]);
  });

  test("never crashes on altered bytes, and finds each of them", async () => {
    const { bytes } = await kept(genuine.decided);
    const places = sized(25, 7);
    for (let at = 7; at < bytes.length; at += Math.floor(bytes.length / places)) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] as number) ^ 0x15;
      const [status, words] = await judge(altered, served());
      expect([at, status]).toEqual([at, 1]);
      expect(words).not.toMatch(/^\s+at /m);
    }
    noteSweep("a certificate with a byte altered: places", places);
  });
});

describe("the log's rows of certificates", () => {
  const rowsOf = async (bytes: Buffer) => {
    const path = "/admin/audit?action=certificate.issued&limit=200";
    const { body } = await expectStatus(system.admin("GET", path), 200);
    return body.items.filter(({ resource_id }: Bundle) => resource_id === sha256(bytes));
  };

  /** A review with certificates of two states, and the bytes of the newer one. */
  let stated: { review: { id: string }; bytes: Buffer } | undefined;

  test("there is one row for each state, written before the first answer, whoever causes it and however often it is drawn", async () => {
    const { review, frameworkId } = await decidedReview(system);
    const { token } = await openRoom(system, { framework_ids: [frameworkId] });
    const path = `/room/${token}/reviews/${review.id}/certificate.pdf`;
    const answers = await Promise.all([
      fetch(`${system.baseUrl}${path}`),
      fetch(`${system.baseUrl}${path}`),
    ]);
    const [first, second] = await Promise.all(
      answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())),
    );
    expect(first?.equals(second as Buffer)).toBe(true);
    const { bytes } = await certificate(review.id);
    expect(first?.equals(bytes)).toBe(true);
    const rows = await rowsOf(bytes);
    const hash = sha256(bytes);
    expect(rows).toMatchObject([{ actor_type: "room", context: { review_id: review.id } }]);
    expect(rows[0].id.replaceAll("-", "")).toBe(hash.slice(0, 32));
    const lookUp = `/evidence/log/certificate/${hash}`;
    const waiting = await expectStatus(system.api()("GET", lookUp), 202);
    expect(waiting.body).toEqual({ row_hash: rows[0].row_hash, log_proof: null });
    await sequence();
    const logged = await expectStatus(system.api()("GET", lookUp), 200);
    expect(logged.body).toMatchObject({ row_hash: rows[0].row_hash });
    expect(parseProof(logged.body.log_proof)).not.toBeNull();
    const none = `/evidence/log/certificate/${"0".repeat(64)}`;
    expect((await expectStatus(system.api()("GET", none), 404)).body.code).toBe("not_in_log");
    // Issuing a certificate does not make a new state.
    const { bytes: logged1 } = await certificate(review.id);
    await sequence();
    const { bytes: logged2 } = await certificate(review.id);
    expect(logged1.equals(logged2)).toBe(true);
    stated = { review, bytes: logged2 };
  });

  test("at most 20 per review and day, then 429 until the next day", async () => {
    // The first test's review: its first row waited for the log, and was in the log later.
    const { review, bytes } = stated as NonNullable<typeof stated>;
    const counted = { pk: `CERTIFICATES#${review.id}`, sk: "META" };
    const { issued } = await rewriteItem(system, counted, (item) => {
      item.issued.count = 20;
    });
    expect(issued.count).toBe(2);
    // Known bytes need no row of their own.
    expect((await certificate(review.id)).bytes.equals(bytes)).toBe(true);
    for (const { pk, sk } of await rowItems(system, "certificate", sha256(bytes))) {
      await removeItem(system, { pk, sk });
    }
    const refused = await certificate(review.id);
    expect(refused.answer.status).toBe(429);
    expect(Number(refused.answer.headers.get("retry-after"))).toBeGreaterThan(0);
    await takeBack(system);
    expect((await certificate(review.id)).answer.status).toBe(200);
  });

  test("the certificate prints no name that only the table holds", async () => {
    const { review, frameworkId } = await decidedReview(system);
    const { bytes } = await certificate(review.id);
    await rewriteItem(system, { pk: `REVIEW#${review.id}`, sk: "META" }, ({ review: stored }) => {
      Object.assign(stored.called, { book: "Another title", requester: "other@example.com" });
    });
    await rewriteItem(system, { pk: "FRAMEWORKS", sk: frameworkId }, ({ framework }) => {
      framework.display_name = "Another title";
    });
    expect((await certificate(review.id)).bytes.equals(bytes)).toBe(true);
    await takeBack(system);
  });

  test("there is no row and no certificate if what is stored differs from what the signed rows say", async () => {
    const { review } = await decidedReview(system);
    await sequence();
    await rewriteItem(system, { pk: `REVIEW#${review.id}`, sk: "META" }, ({ review: stored }) => {
      stored.decision_comment = "Approved with all my heart.";
    });
    system.lines.length = 0;
    const { answer, bytes } = await certificate(review.id);
    expect([answer.status, JSON.parse(bytes.toString()).code]).toEqual([503, "state_differs"]);
    const alarms = system.lines.filter(({ event }) => event === "evidence.state_differs");
    expect(alarms).toMatchObject([{ level: "error", review_id: review.id }]);
    await takeBack(system);
    expect((await certificate(review.id)).answer.status).toBe(200);
  });
});
