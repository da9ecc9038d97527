import { beforeAll, expect, test } from "vitest";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { sampled, sized } from "#test/support/full-size.ts";
import { commission } from "#test/support/review-fixture.ts";
import { scanTable } from "#test/support/table.ts";
import type { Ground } from "./ground.ts";

/** A refused request changes nothing. fuzz.ts tests that no request makes a call answer 500. */
export function withstands(ground: Ground): void {
  let token: string;
  beforeAll(async () => {
    ({ token } = await commission(ground.system));
  });

  const bodiless = ["GET", "HEAD", "OPTIONS"];
  const writing = allRoutes.filter(({ method }) => !bodiless.includes(method));

  test("a forged MAC with as many characters as a genuine one, but more bytes, is refused as forged", async () => {
    const { system, each } = ground;
    const wide = (length: number) => "\u00e9".repeat(length);
    const tenant = each.tenant.id;
    const inPath = encodeURIComponent(`${tenant}.${Date.now()}.${wide(64)}`);
    const cursor = encodeURIComponent(wide(60));
    const hook = { "x-github-event": "push", "x-github-delivery": "1" };
    const bus = { "webhook-id": "1", "webhook-timestamp": `${Math.floor(Date.now() / 1000)}` };
    const forged = [
      ["GET", `/artifacts/export/${inPath}`, {}, 404],
      ["GET", `/connections?cursor=${cursor}`, {}, 400],
      [
        "POST",
        `/webhooks/sourcehost/${tenant}`,
        { ...hook, "x-hub-signature-256": `sha256=${wide(64)}` },
        401,
      ],
      [
        "POST",
        `/webhooks/cloudb-eventbus/${tenant}`,
        { ...bus, "webhook-signature": `v1,${wide(44)}` },
        401,
      ],
      ["GET", `/counsel/review/${encodeURIComponent(wide(43))}`, {}, 403],
      ["GET", `/room/${encodeURIComponent(wide(43))}/frameworks`, {}, 403],
    ] as const;
    for (const [method, path, headers, status] of forged) {
      const client = path.startsWith("/connections") ? each.tenant.member : system.api();
      const body = method === "POST" ? Buffer.from("{}") : undefined;
      const answer = await client(method, path, body, headers);
      expect([path, answer.text, answer.status]).toEqual([path, answer.text, status]);
    }
  });

  test("a body nested deeper than 64 levels is refused, at once, by whatever would read it", async () => {
    const tenant = await ground.system.admin("POST", "/admin/tenants", { name: "Deep Oy" });
    const everybody = ground.system.api(
      await ground.system.token({
        is_platform_admin: true,
        tenant_id: tenant.body.id,
        org_role: "admin",
      }),
    );
    const nested = (levels: number) => Buffer.from("[".repeat(levels) + "]".repeat(levels));
    const type = { "content-type": "application/json" };
    const codes = new Map<string, number>();
    const takers = writing.filter(({ access, body }) => access !== "signed" && body !== undefined);
    const kinds = Object.values(Object.groupBy(takers, ({ access }) => access));
    for (const { id, method, path } of kinds.flatMap((kind) => sampled(kind, 2))) {
      const address = path
        .replace("{token}", token)
        .replace(/\{[a-z_+]*id\}/g, "00000000-0000-4000-8000-000000000000");
      const answer = await everybody(method, address, nested(30_000), type);
      expect([id, answer.status < 500]).toEqual([id, true]);
      codes.set(answer.body.code, (codes.get(answer.body.code) ?? 0) + 1);
    }
    // The guards of some routes first check whether what the path names exists.
    expect([...codes.keys()].sort()).toEqual([
      "invalid_token",
      "malformed_json",
      "not_found",
      "token_invalid",
    ]);
    expect(codes.get("malformed_json")).toBeGreaterThan(sized(15, 10));
    const deepest = await everybody("POST", "/admin/tenants", nested(64), type);
    expect(deepest.body.code).toBe("validation_failed");
    const deeper = await everybody("POST", "/admin/tenants", nested(65), type);
    expect([deeper.status, deeper.body.code]).toEqual([400, "malformed_json"]);
  });

  test("a refused call changes nothing", async () => {
    const before = await atRest(ground);
    // Signed routes are left out: a delivery with a wrong signature leaves an audit row by design.
    const unsigned = writing.filter(({ access }) => access !== "signed");
    for (const route of sampled(unsigned, 2)) {
      const path = route.path
        .replace("{token}", token)
        .replace(/\{[a-z_+]*id\}/g, "00000000-0000-4000-8000-000000000000");
      const { status } = await ground.system.admin(route.method, path, { no_such_field: 1 });
      expect([route.id, status >= 400 && status < 500]).toEqual([route.id, true]);
    }
    expect(await atRest(ground)).toEqual(before);
  });
}

/** Where the courier keeps what it retries by itself, seconds after somebody's change. */
const ofCourier = /^(?:EVENTS|HOOKDUE|HOOKQUEUE|OUTBOX)\b/;

/** All items but the courier's, by their keys. */
const atRest = async ({ system }: Ground): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    (await scanTable(system))
      .filter(({ pk }) => !ofCourier.test(pk))
      .map((item) => [`${item.pk} ${item.sk}`, item]),
  );
