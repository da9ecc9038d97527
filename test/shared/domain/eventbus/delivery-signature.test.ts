import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import {
  signDelivery,
  TOLERANCE_SECONDS,
  verifySignature,
} from "#shared/domain/eventbus/delivery-signature.ts";

const secretText = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString("hex"));
const body = fc.json().map((text) => Buffer.from(text));
const id = fc.uuid();

const accept = (...values: string[]) => values.map((value) => ({ value }));

describe("the Standard Webhooks form", () => {
  test("signed here is verified by the reference library, and vice versa", () => {
    fc.assert(
      fc.property(secretText, id, body, (secret, eventId, bytes) => {
        const now = Date.now();
        const reference = new Webhook(secret, { format: "raw" });
        const ours = signDelivery([secret], eventId, now, bytes);
        expect(() => reference.verify(bytes.toString(), { ...ours })).not.toThrow();
        const theirs = {
          ...ours,
          "webhook-signature": reference.sign(
            eventId,
            new Date(Number(ours["webhook-timestamp"]) * 1000),
            bytes.toString(),
          ),
        };
        expect(verifySignature(accept(secret), theirs, bytes, now).valid).toBe(true);
        expect(theirs["webhook-signature"]).toBe(ours["webhook-signature"]);
      }),
    );
  });

  test("with several secrets is verified by anyone who knows one of them, and reports which", () => {
    fc.assert(
      fc.property(secretText, secretText, secretText, id, (older, newer, foreign, eventId) => {
        fc.pre(new Set([older, newer, foreign]).size === 3);
        const now = Date.now();
        const bytes = Buffer.from("{}");
        const both = signDelivery([newer, older], eventId, now, bytes);
        for (const known of [older, newer]) {
          expect(verifySignature(accept(foreign, known), both, bytes, now)).toEqual({
            valid: true,
            secret: { value: known },
          });
          const reference = new Webhook(known, { format: "raw" });
          expect(() => reference.verify("{}", { ...both })).not.toThrow();
        }
        expect(verifySignature(accept(foreign), both, bytes, now)).toEqual({
          valid: false,
          reason: "no_match",
        });
      }),
    );
  });

  test("with any byte of id, timestamp, body or signature changed is refused", () => {
    const now = 1_767_225_600_000;
    const bytes = Buffer.from('{"tenant_id":"t","event":{"id":"e"}}');
    const good = signDelivery(["secret"], "event-1", now, bytes);
    const refuses = (headers: Record<string, string>, changed: Uint8Array = bytes) =>
      expect(verifySignature(accept("secret"), headers, changed, now).valid).toBe(false);
    for (const [name, value] of Object.entries(good)) {
      for (let at = 0; at < value.length - 1; at += 1) {
        const other = value[at] === "1" ? "2" : "1";
        refuses({ ...good, [name]: value.slice(0, at) + other + value.slice(at + 1) });
      }
      refuses({ ...good, [name]: "" });
    }
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      refuses(good, changed);
    }
  });
});

describe("the tolerance", () => {
  const bytes = Buffer.from("{}");
  const now = 1_767_225_600_000;
  const at = (seconds: number) =>
    verifySignature(
      accept("secret"),
      signDelivery(["secret"], "e", now + seconds * 1000, bytes),
      bytes,
      now,
    );

  test.each([-TOLERANCE_SECONDS, -1, 0, 1, TOLERANCE_SECONDS])("accepts %d seconds", (seconds) => {
    expect(at(seconds).valid).toBe(true);
  });

  test.each([-TOLERANCE_SECONDS - 1, TOLERANCE_SECONDS + 1, -86_400])(
    "refuses %d seconds",
    (seconds) => {
      expect(at(seconds)).toEqual({ valid: false, reason: "timestamp_out_of_tolerance" });
    },
  );
});

test("a header with too many signatures is truncated, so that it costs nothing", () => {
  const bytes = Buffer.from("{}");
  const headers = signDelivery(["secret"], "e", 0, bytes);
  const wrong = `v1,${Buffer.alloc(32).toString("base64")}`;
  const with8 = [...Array.from({ length: 7 }, () => wrong), headers["webhook-signature"]];
  const with9 = [wrong, ...with8];
  const verify = (signatures: string[]) =>
    verifySignature(
      accept("secret"),
      { ...headers, "webhook-signature": signatures.join(" ") },
      bytes,
      0,
    ).valid;
  expect([verify(with8), verify(with9)]).toEqual([true, false]);
});
