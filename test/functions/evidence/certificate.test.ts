import { rmSync } from "node:fs";
import { PDF } from "@libpdf/core";
import { extractText } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { type Auditor, auditorOf, type Bundle } from "#test/support/forge-bundle.ts";
import type { Genuine } from "#test/support/forged-files.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { genuineFiles } from "#test/support/genuine-files.ts";
import { askAgain, commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";

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
/** The certificate of a decided review, asked for once: it is the same as long as its state is. */
function kept({ request: { id } }: Bundle): ReturnType<typeof certificate> {
  const known = drawn.get(id) ?? certificate(id);
  drawn.set(id, known);
  return known;
}

/** What a reader of the pages sees, without the breaks of lines. */
async function textOf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  return text;
}

const squeezed = (text: string): string => text.replaceAll(/\s/g, "");

beforeAll(async () => {
  auditor = await auditorOf(system);
  ({ genuine } = await genuineFiles(system));
  await auditor.copyLog();
});
afterAll(async () => {
  rmSync(auditor.folder, { recursive: true });
});

describe("a certificate", () => {
  test("carries the bundle byte for byte, and the verifier judges it as the bundle: genuine", async () => {
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

  test("copies as it is printed, whatever counsel's name has its letters drawn with", async () => {
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
    // None of the letters that the name's are drawn with appears anywhere else.
    expect(text.replaceAll(display_name, "")).not.toMatch(/[^\P{L}A-Za-z]/u);
  });

  test("prints every value of the decision, and a procedure that reproduces with the values printed", async () => {
    const bundle: Bundle = genuine.keyed;
    const { bytes } = await kept(bundle);
    const text = squeezed(await textOf(bytes));
    const row = bundle.audit.at(-1);
    const [ed25519 = ""] = auditor.keys;
    const { request, counsel } = bundle;
    for (const value of [
      ...[request.id, request.requested_by_user_id, request.created_at, request.decided_at],
      ...[request.rule_version_hash, row.row_hash, bundle.log.origin, ed25519],
      ...[counsel.display_name, counsel.email, bundle.disclosures[0].text],
      ...bundle.rules.map(({ suggested_verdict_copy }: Bundle) => suggested_verdict_copy),
    ]) {
      expect(text).toContain(squeezed(value));
    }
    const printed = /--key'([^']+)'--log/.exec(text)?.[1] ?? "";
    expect(printed).toBe(ed25519);
    const { status } = await auditor.run(bytes, [
      "--key",
      // Copied from paper, where it takes two lines.
      `${printed.slice(0, 60)}\n${printed.slice(60)}`,
      "--log",
      `${system.baseUrl}/evidence/log`,
    ]);
    expect(status).toBe(0);
  });

  test("is the same bytes for the same state, and says before its leaf exists that it waits", async () => {
    const { review, token } = await askAgain(system);
    await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
    const decision = { decision: "approved", comment: null };
    await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, decision), 200);
    const [first, second] = [await certificate(review.id), await certificate(review.id)];
    expect(first.bytes.equals(second.bytes)).toBe(true);
    expect(await textOf(first.bytes)).toContain("waits for the log");
    await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
    const logged = await certificate(review.id);
    expect(await textOf(logged.bytes)).not.toContain("waits for the log");
  });

  test("shows what its font lacks, what runs from right to left and what is invisible as its code", async () => {
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

  test("says first what each rule came to, names what the decision leaves out, prints every verdict with its words, and says where later decisions are shown", async () => {
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
  const judge = async (bytes: Uint8Array) => {
    const { status, stdout, stderr } = await auditor.run(Buffer.from(bytes), auditor.options);
    return [status, stdout + stderr] as const;
  };
  const changed = async (change: (pdf: PDF) => unknown, incremental: boolean) => {
    const pdf = await PDF.load((await kept(genuine.decided)).bytes);
    change(pdf);
    return pdf.save({ incremental });
  };
  const said = (text: string) => expect.stringContaining(text);

  test("judges the attachment of the last revision", async () => {
    const forged = structuredClone(genuine.decided);
    forged.request.decision_comment = "Approved after all.";
    for (const incremental of [true, false]) {
      const bytes = await changed((pdf) => {
        pdf.removeAttachment("bundle.json");
        pdf.addAttachment("bundle.json", Buffer.from(canonicalJson(forged)));
      }, incremental);
      expect(await judge(bytes)).toEqual([1, said("RESULT: changed")]);
    }
  });

  test("ends with 2 without one, with a damaged or an unreadable file", async () => {
    const bare = await changed((pdf) => pdf.removeAttachment("bundle.json"), false);
    expect(await judge(bare)).toEqual([2, said("no attachment bundle.json")]);
    const { bytes } = await kept(genuine.decided);
    for (const end of [20, bytes.length - 40]) {
      const [status] = await judge(bytes.subarray(0, end));
      expect([end, status]).toEqual([end, 2]);
    }
    const renamed = Buffer.from(
      bytes.toString("latin1").replaceAll("/EmbeddedFiles", "/EmbeddedFilez"),
      "latin1",
    );
    expect(await judge(renamed)).toEqual([2, said("no attachment bundle.json")]);
  });

  test("is never brought down, nor to a false verdict, by altered bytes", async () => {
    const { bytes } = await kept(genuine.decided);
    const places = sized(25, 7);
    for (let at = 7; at < bytes.length; at += Math.floor(bytes.length / places)) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] as number) ^ 0x15;
      const [status, words] = await judge(altered);
      // An altered glyph or font leaves the attachment as it was.
      expect([0, 1, 2]).toContain(status);
      expect(words).not.toMatch(/^\s+at /m);
    }
    noteSweep("a certificate with a byte altered: places", places);
  });
});
