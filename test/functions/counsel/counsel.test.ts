import { beforeAll, describe, expect, test } from "vitest";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

const system = suiteSystem();
beforeAll(async () => {
  await system.admin("PUT", "/admin/frameworks/fw_one", { display_name: "One" });
  await system.admin("PUT", "/admin/frameworks/fw_two", { display_name: "Two" });
});

const register = (more: Record<string, unknown> = {}) =>
  system.admin("POST", "/admin/counsel", {
    framework_id: "fw_one",
    display_name: "Ada Lex",
    email: "ada@law.example",
    ...more,
  });
const auditOf = async (id: string) =>
  (await system.admin("GET", `/admin/counsel/${id}/audit`)).body.items as {
    action: string;
    context: Record<string, unknown>;
  }[];

describe("registering counsel", () => {
  test("lower-cases and trims the e-mail; optional fields are null", async () => {
    const { status, body } = await register({ email: "  Ada.LEX@Law.Example " });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      email: "ada.lex@law.example",
      active: true,
      firm: null,
      jurisdiction: null,
      bar_registration: null,
      notes: null,
    });
    const [row, ...more] = await auditOf(body.id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      action: "counsel.created",
      context: {
        counsel_id: body.id,
        framework_id: "fw_one",
        email: "ada.lex@law.example",
        display_name: "Ada Lex",
        active: true,
      },
    });
  });

  test("the same person may be registered again for the same framework", async () => {
    const first = await register({ email: "twice@law.example" });
    const second = await register({ email: "twice@law.example" });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).not.toBe(first.body.id);
    const found = await system.admin("GET", "/admin/counsel?email=TWICE@law.example");
    expect(found.body.items).toHaveLength(2);
  });

  test("are found on the first page by e-mail and framework, whoever else has the e-mail", async () => {
    const email = "both@law.example";
    for (let i = 0; i < 2; i += 1) await register({ framework_id: "fw_two", email });
    const { body } = await register({ email });
    const path = `/admin/counsel?email=${email}&framework_id=fw_one&limit=1`;
    const { items } = (await expectStatus(system.admin("GET", path), 200)).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([body.id]);
  });

  test("is refused for an unknown framework, and each fault is named", async () => {
    const unknown = await register({ framework_id: "fw_none" });
    expect([unknown.status, unknown.body.code]).toEqual([422, "unknown_framework"]);
    const cases: [Record<string, unknown>, string][] = [
      [{ email: "a|b@law.example" }, "email"],
      [{ email: "no address" }, "email"],
      [{ email: "x<evil@evil.example>" }, "email"],
      [{ email: "a,b@c.d" }, "email"],
      [{ email: "ada@law.example,bob@law.example" }, "email"],
      [{ email: "ada(counsel)@law.example" }, "email"],
      [{ email: '"ada lex"@law.example' }, "email"],
      [{ email: "ada@[127.0.0.1]" }, "email"],
      [{ email: "ada;bob@law.example" }, "email"],
      [{ email: "ada:bob@law.example" }, "email"],
      [{ email: ".ada@law.example" }, "email"],
      [{ email: "ada..lex@law.example" }, "email"],
      [{ email: "ada@-law.example" }, "email"],
      [{ email: "ada@law..example" }, "email"],
      [{ email: "ada@law.example\r\nBcc: all@law.example" }, "email"],
      [{ email: "adä@law.example" }, "email"],
      [{ email: `${"a".repeat(65)}@law.example` }, "email"],
      [{ email: null }, "email"],
      [{ display_name: "  " }, "display_name"],
      [{ firm: 7 }, "firm"],
      [{ e_mail: "x" }, "e_mail"],
      [{ framework_id: "No!" }, "framework_id"],
    ];
    for (const [change, path] of cases) {
      const answer = await register(change);
      expect([answer.status, answer.body.code]).toEqual([400, "validation_failed"]);
      expect(answer.body.errors.map((fault: { path: string }) => fault.path)).toContain(path);
    }
    const all = await register({ email: 1, display_name: 2, what: 3 });
    expect(all.body.errors.map((fault: { path: string }) => fault.path).toSorted()).toEqual([
      "display_name",
      "email",
      "what",
    ]);
  });
});

describe("the picker", () => {
  test("lists only the framework's active counsel", async () => {
    const here = (await register({ email: "here@law.example" })).body.id;
    const retired = (await register({ email: "retired@law.example" })).body.id;
    const elsewhere = (await register({ framework_id: "fw_two" })).body.id;
    await expectStatus(system.admin("POST", `/admin/counsel/${retired}/deactivate`), 200);
    const picker = await system.admin(
      "GET",
      "/admin/counsel?active=true&framework_id=fw_one&limit=200",
    );
    const ids = picker.body.items.map(({ id }: { id: string }) => id);
    expect(ids).toContain(here);
    expect(ids).not.toContain(retired);
    expect(ids).not.toContain(elsewhere);
    const off = await system.admin("GET", "/admin/counsel?active=false&framework_id=fw_one");
    expect(off.body.items.map(({ id }: { id: string }) => id)).toEqual([retired]);
  });

  test("lists page by page without losing or repeating anyone; another list's cursor is refused", async () => {
    const { body } = await system.admin("GET", "/admin/counsel?limit=200");
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await system.admin(
        "GET",
        `/admin/counsel?limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`,
      );
      seen.push(...page.body.items.map(({ id }: { id: string }) => id));
      cursor = page.body.next_cursor;
    } while (cursor);
    expect(seen).toEqual(body.items.map(({ id }: { id: string }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    const first = await system.admin("GET", "/admin/counsel?limit=1");
    const issued = encodeURIComponent(first.body.next_cursor);
    for (const path of [
      "/admin/counsel?cursor=bm9uc2Vuc2U",
      `/admin/counsel?framework_id=fw_one&cursor=${issued}`,
      `/admin/frameworks?cursor=${issued}`,
    ]) {
      const refused = await system.admin("GET", path);
      expect([refused.status, refused.body.errors[0].path]).toEqual([400, "cursor"]);
    }
    for (const limit of ["0", "201", "x", "-1", ""]) {
      const refused = await system.admin("GET", `/admin/counsel?limit=${limit}`);
      expect([refused.status, refused.body.errors[0].path]).toEqual([400, "limit"]);
    }
  });
});

describe("editing counsel", () => {
  test("reports how many signatures an e-mail change stops from verifying; dry_run writes nothing", async () => {
    const { counselId, token } = await commission(system);
    await system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" });
    const path = `/admin/counsel/${counselId}`;
    expect((await system.admin("GET", path)).body.signatures_count).toBe(1);
    const dry = await system.admin("PATCH", `${path}?dry_run=true`, { email: "new@law.example" });
    expect(dry.body).toMatchObject({ email: "new@law.example", signatures_affected: 1 });
    expect((await system.admin("GET", path)).body.email).not.toBe("new@law.example");
    expect((await auditOf(counselId)).filter(({ action }) => action === "counsel.updated")).toEqual(
      [],
    );
    const real = await system.admin("PATCH", path, { email: "new@law.example", firm: null });
    expect(real.body).toMatchObject({
      email: "new@law.example",
      firm: null,
      signatures_affected: 1,
    });
    const back = await system.admin("PATCH", `${path}?dry_run=true`, {
      email: "other@law.example",
    });
    expect(back.body.signatures_affected).toBe(0);
    const rows = (await auditOf(counselId)).filter(({ action }) => action === "counsel.updated");
    expect(rows).toHaveLength(1);
    expect(rows[0]?.context).toMatchObject({
      email: "new@law.example",
      changed: ["email", "firm"],
    });
  });

  test("without a change is 200 and writes no audit row", async () => {
    const { body } = await register();
    const same = await system.admin("PATCH", `/admin/counsel/${body.id}`, {
      email: "ADA@law.example",
      display_name: "Ada Lex",
      firm: null,
    });
    expect([same.status, same.body.signatures_affected]).toEqual([200, 0]);
    expect(await auditOf(body.id)).toHaveLength(1);
  });

  test("of different fields by several admins at once keeps every change", async () => {
    const { body: counsel } = await register({ email: "shared@law.example" });
    const edits = {
      display_name: "Ada Lex II",
      firm: "Lex & Co",
      jurisdiction: "EU",
      bar_registration: "B 12",
      notes: "by four",
    };
    const answers = await Promise.all(
      Object.entries(edits).map(([name, value]) =>
        system.admin("PATCH", `/admin/counsel/${counsel.id}`, { [name]: value }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { body } = await system.admin("GET", `/admin/counsel/${counsel.id}`);
    expect(body).toMatchObject(edits);
    const rows = await auditOf(counsel.id);
    expect(rows.flatMap(({ context }) => context.changed ?? []).toSorted()).toEqual(
      Object.keys(edits).toSorted(),
    );
  });

  test("reports every fault of query and body at once", async () => {
    const { body } = await register();
    const path = `/admin/counsel/${body.id}?dry_run=maybe`;
    const refused = await system.admin("PATCH", path, { nickname: "Ada", email: "none" });
    expect([refused.status, refused.body.code]).toEqual([400, "validation_failed"]);
    const paths = refused.body.errors.map(({ path }: { path: string }) => path);
    expect(paths.toSorted()).toEqual(["dry_run", "email", "nickname"]);
  });

  test("accepts only known fields, and null only for the optional ones", async () => {
    const { body } = await register();
    for (const edit of [
      { framework_id: "fw_two" },
      { active: false },
      { email: null },
      { display_name: null },
    ]) {
      expect((await system.admin("PATCH", `/admin/counsel/${body.id}`, edit)).status).toBe(400);
    }
    const unknown = await system.admin(
      "PATCH",
      "/admin/counsel/00000000-0000-4000-8000-000000000000",
      {},
    );
    expect([unknown.status, unknown.body.code]).toEqual([404, "not_found"]);
  });
});

describe("deactivating and reactivating counsel", () => {
  test("writes one row per change, none for a repeat", async () => {
    const { id } = (await register()).body;
    for (const step of ["deactivate", "deactivate", "reactivate", "reactivate"]) {
      const answer = await system.admin("POST", `/admin/counsel/${id}/${step}`);
      expect([answer.status, answer.body.active]).toEqual([200, step === "reactivate"]);
    }
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      "counsel.created",
      "counsel.deactivated",
      "counsel.reactivated",
    ]);
  });
});

describe("who may manage counsel", () => {
  test("platform admins only: 401 without a token, 403 for anyone else", async () => {
    const nobody = await system.api()("GET", "/admin/counsel");
    expect([nobody.status, nobody.body]).toEqual([401, { message: "Unauthorized" }]);
    const orgAdmin = system.api(
      await system.token({ tenant_id: "00000000-0000-4000-8000-00000000000a", org_role: "admin" }),
    );
    const refused = await orgAdmin("GET", "/admin/counsel");
    expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
    const plain = system.api(await system.token({ is_platform_admin: false }));
    expect((await plain("POST", "/admin/counsel", {})).status).toBe(403);
  });
});
