import { expect, test, vi } from "vitest";
import { bodyLimitsOf, MAX_BODY_BYTES, type Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { sampled } from "#test/support/full-size.ts";
import { type Ground, readsJson } from "./ground.ts";

const json = { "content-type": "application/json" };
const writing = allRoutes.filter(({ method }) => !["GET", "HEAD", "OPTIONS"].includes(method));
/** The operations whose guards `oneOfEach` can pass. */
const open = writing.filter(({ access }) => access !== "pipeline" && access !== "signed");
const ownTokens = ["counsel", "room", "pipeline", "machine", "signed"];
const withToken = writing.filter(({ access }) => ownTokens.includes(access));

/** A list of this many empty objects, which is cheap to send and expensive to parse. */
const objects = (count: number) => Buffer.from(`[${"{},".repeat(count - 1)}{}]`);
/** As large a body as can reach a function. */
const flood = objects(1_600_000);

/**
 * How each kind of route refuses a caller who has nothing. An event is no larger than the customer's
 * bus accepts.
 */
const refusals: Partial<Record<Route["access"], unknown>> = {
  counsel: "invalid_token",
  room: "invalid_token",
  pipeline: "token_invalid",
  machine: "token_invalid",
  signed: expect.stringMatching(/^(signature_mismatch|payload_too_large)$/),
};

/** How many lists of empty objects were parsed while `work` ran. */
async function floodsParsed(work: () => Promise<void>): Promise<number> {
  const { parse } = JSON;
  let parsed = 0;
  const watched = vi.spyOn(JSON, "parse").mockImplementation((text, reviver) => {
    if (String(text).startsWith("[{},{}")) parsed += 1;
    return parse(text, reviver);
  });
  try {
    await work();
  } finally {
    watched.mockRestore();
  }
  return parsed;
}

/** The service decides what a body may weigh and hold before it builds anything from it. */
export function boundsBodies(ground: Ground): void {
  const send = async (route: Route, body: Buffer, path = ground.each.pathOf(route)) => {
    const headers = { ...json, ...ground.each.signature(route, body) };
    const answer = await ground.each.clientFor(route)(route.method, path, body, headers);
    return [route.id, answer.status, answer.body.code];
  };

  test("most operations read 64 KB, and only imports and documents megabytes", () => {
    const large = writing.filter((route) => bodyLimitsOf(route).bytes > 256 * 1024);
    expect(large.map(({ id }) => id).toSorted()).toEqual([
      "askClearance",
      "askFromMachine",
      "askFromPipeline",
      "decideReview",
      "putCounselSignedCertificate",
      "putEnforcement",
      "putMachineRules",
      "putRules",
      "putSignedCertificate",
      "receiveEventbusWebhook",
      "receiveSourcehostWebhook",
    ]);
    const usual = writing.filter((route) => bodyLimitsOf(route).bytes === 64 * 1024);
    expect(usual.length / writing.length).toBeGreaterThan(0.85);
  });

  test("a body that weighs more than its operation reads is refused", async () => {
    for (const route of sampled(open, 2)) {
      const { bytes } = bodyLimitsOf(route);
      if (bytes >= MAX_BODY_BYTES) continue;
      const refused = [route.id, 413, "payload_too_large"];
      expect(await send(route, Buffer.alloc(bytes + 1, " "))).toEqual(refused);
    }
  });

  test("a body that holds more than its operation reads is refused before it is parsed", async () => {
    const parsed = await floodsParsed(async () => {
      for (const route of sampled(open, 2, 1)) {
        const { values } = bodyLimitsOf(route);
        const refused = readsJson(route)
          ? [route.id, 413, "payload_too_large"]
          : [route.id, 415, "unsupported_media_type"];
        expect(await send(route, objects(values))).toEqual(refused);
      }
    });
    expect(parsed).toBe(0);
  });

  test("a stranger's body is not parsed, whatever it weighs: the token is judged first", async () => {
    const parsed = await floodsParsed(async () => {
      for (const route of sampled(withToken, 3)) {
        const path = route.path
          .replace("{token}", "A".repeat(43))
          .replace("{tenant_id}", ground.each.tenant.id);
        const headers = { ...json, "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
        const answer = await ground.system.api()(route.method, path, flood, headers);
        expect([route.id, answer.body.code]).toEqual([route.id, refusals[route.access]]);
      }
    });
    expect(parsed).toBe(0);
  });

  test("a signed delivery that holds too much is refused before it is parsed", async () => {
    const parsed = await floodsParsed(async () => {
      for (const route of writing.filter(({ access }) => access === "signed")) {
        const { bytes } = bodyLimitsOf(route);
        const [, status, code] = await send(route, bytes < flood.length ? objects(340_000) : flood);
        expect([route.id, status, code]).toEqual([route.id, 400, "malformed_payload"]);
      }
    });
    expect(parsed).toBe(0);
  });

  test("a decision's form with countless parts is refused before its parts are read", async () => {
    const { system, each } = ground;
    const part = '--x\r\ncontent-disposition: form-data; name="comment"\r\n\r\n\r\n';
    const route = allRoutes.find(({ id }) => id === "decideReview") as Route;
    const answer = await system.api()(
      "POST",
      each.pathOf(route),
      Buffer.from(`${part.repeat(50_000)}--x--`),
      { "content-type": "multipart/form-data; boundary=x" },
    );
    expect([answer.status, answer.body.code]).toEqual([413, "payload_too_large"]);
  });
}
