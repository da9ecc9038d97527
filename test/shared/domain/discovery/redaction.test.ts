import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redacted } from "#shared/domain/discovery/redaction.ts";
import { faultOf } from "#shared/domain/discovery/upstream.ts";
import { finishes } from "#test/support/finishes.ts";

const token = `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJkaXNjb3ZlcnkifQ.${"sIgN4tuRe_-".repeat(8)}`;
const secret = "GOCSPX-a/b+c=d_e9XkLmNoP";

describe("a secret that an upstream echoes", () => {
  test.each([
    ["as it is", (text: string) => text],
    ["percent-encoded", encodeURIComponent],
    [
      "percent-encoded as a whole",
      (text: string) => Buffer.from(text).toString("hex").replace(/../g, "%$&"),
    ],
    ["percent-encoded twice", (text: string) => encodeURIComponent(encodeURIComponent(text))],
    ["broken by a line end", (text: string) => `${text.slice(0, 15)}\r\n  ${text.slice(15)}`],
    ["broken every 13 characters", (text: string) => text.replace(/.{13}/g, "$&\n")],
    ["in quotes and pieces", (text: string) => `"${text.slice(0, 14)}" + "${text.slice(14)}"`],
    ["in capitals", (text: string) => text.toUpperCase()],
    ["without its end", (text: string) => text.slice(0, 16)],
    ["without its beginning", (text: string) => text.slice(-16)],
    ["with escaped slashes", (text: string) => text.replaceAll("/", "\\/")],
  ])("is removed %s", (_, written) => {
    for (const known of [token, secret]) {
      const shown = redacted(`Refused: <${written(known)}>, see the log.`, [known]);
      expect(shown).toContain("Refused: <");
      expect(shown).toContain(">, see the log.");
      for (let at = 0; at + 12 <= known.length; at += 1) {
        const part = known.slice(at, at + 12);
        expect(shown.toLowerCase()).not.toContain(part.toLowerCase());
        expect(decodeURIComponent(shown.replace(/%(?![0-9a-f]{2})/gi, ""))).not.toContain(part);
      }
    }
  });

  test("is found in any text, at any position", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 200 }), (before, after) => {
        expect(redacted(`${before} ${secret} ${after}`, [secret])).not.toContain(
          secret.slice(0, 12),
        );
      }),
    );
  });

  test.each([
    `id ${token} is expired`,
    `token ya29.c.b0Aaekm1K-xyz is expired`,
    `sent BEARER abcdefgh.ijklmnop=`,
    `key ghs_16C7e42F292c6912E7710c838347Ae178B4a is expired`,
  ])("%s: anything that begins like a token is removed, known or not", (text) => {
    const shown = redacted(text, []);
    expect(shown).toContain("[redacted]");
    expect(shown).not.toMatch(/eyJ|ya29|ghs_|abcdefgh/);
  });

  test("words that only resemble a token stay", () => {
    const text =
      "The bearer of projects/p1/locations/asia-east1 has no permission; keyJoin failed.";
    expect(redacted(text, [secret])).toBe(text);
  });
});

test("a secret at the end of a text that is too long to be read whole is not shown", () => {
  const text = `${"x ".repeat(32_700)}${secret.repeat(400)}`;
  expect(redacted(text, [secret])).not.toContain(secret.slice(0, 12));
});

test("work is linear in the length of the text, whatever the text", () => {
  const worst = ["eyJ", "eyJa.", "bearer ", "%25", "1//", secret.slice(0, 11), "ya29.", "\\"];
  for (const unit of worst) {
    const text = unit.repeat(64_000 / unit.length);
    const often = () => {
      for (let i = 0; i < 5; i += 1) redacted(text, [secret, token]);
    };
    expect([unit, finishes(often)]).toEqual([unit, true]);
  }
});

test("a fault's message is well-formed and cut at whole characters", () => {
  const message = `${"a".repeat(999)}🙂 and more`;
  const answer = { reached: true, status: 400, retryAfter: null } as const;
  const text = JSON.stringify({ error: { message, status: "X\ud800" } });
  const { code, description } = faultOf("sts", { ...answer, text });
  expect([code.isWellFormed(), description]).toEqual([true, "a".repeat(999)]);
});

test("a response without an error document is described by its status", () => {
  const answer = { reached: true, status: 404, retryAfter: null, text: "<html>" } as const;
  expect(faultOf("enumerate", answer)).toMatchObject({
    code: "http_404",
    description: "The 404 response had no error document.",
  });
});
