import { expect, test } from "vitest";
import type { HttpRequest } from "#shared/domain/discovery/upstream.ts";
import { askAgain, readAttempts } from "#shared/domain/sourcehost/hook-deliveries.ts";

const at = "2026-11-21T12:00:00Z";
const entry = (id: string, guid: string, status = 500) =>
  `{"id": ${id}, "guid": "${guid}", "delivered_at": "${at}", "status_code": ${status}}`;

test("an attempt is requested by the host's own number, exact to the last digit, however large it is", async () => {
  const asked: string[] = [];
  const http = async ({ method, url }: HttpRequest) => {
    asked.push(`${method} ${new URL(url).pathname}`);
    const text = `[${entry("9007199254740993", "a")}, ${entry("9223372036854775807", "b")}]`;
    return { reached: true as const, status: method === "GET" ? 200 : 202, retryAfter: null, text };
  };
  const app = { http, apiUrl: "https://host.example", jwt: "jwt" };
  const page = await readAttempts(app, null, 0);
  const ids = page.ok ? page.attempts.map(({ id }) => id) : [];
  expect(ids).toEqual(["9007199254740993", "9223372036854775807"]);
  await askAgain(app, ids[1] ?? "", 0);
  expect(asked.at(-1)).toBe("POST /app/hook/deliveries/9223372036854775807/attempts");
});

test("entries that are no attempts are left out: a path instead of a number, a broken date, no object", async () => {
  const odd = ['"../../user"', "1.5", "-1", "1e3", "null"].map((id) => entry(id, "g"));
  const text = `[5, null, "x", [], ${odd.join()}, {"id": 7, "guid": "g", "delivered_at": "never"}, ${entry("8", "h")}]`;
  const http = async () => ({ reached: true as const, status: 200, retryAfter: null, text });
  const page = await readAttempts({ http, apiUrl: "https://host.example", jwt: "jwt" }, null, 0);
  expect(page.ok && page.attempts.map(({ id }) => id)).toEqual(["8"]);
});
