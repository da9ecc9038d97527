import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { guardedRequest } from "#shared/platform/http/guarded-request.ts";
import { send } from "#shared/platform/http/send.ts";

const text = "a".repeat(100_000);
const packed = gzipSync(text);
/** Sends compressed answers, whether or not the request asked for them. */
const server = createServer((request, response) => {
  const body = request.url === "/broken" ? packed.subarray(0, 60) : packed;
  response.writeHead(200, { "content-encoding": "gzip" }).end(body);
});
let url = "";
let host = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  url = `http://${host}/`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const asked = { method: "GET", timeoutMs: 5000, mostBytes: 200_000 };

test("an answer is decompressed for a caller that asks for a compressed one, up to the allowed length", async () => {
  const { bytes } = await send({ ...asked, url, isCompressed: true });
  expect(bytes.toString()).toBe(text);
  await expect(
    send({ ...asked, url, isCompressed: true, mostBytes: 99_999 }),
  ).rejects.toMatchObject({ code: "response_too_large", status: 200 });
  await expect(send({ ...asked, url: `${url}broken`, isCompressed: true })).rejects.toMatchObject({
    ...{ code: "unreachable", status: 200 },
  });
});

test("an answer from an address that an outsider chose is never decompressed", async () => {
  const rules = { allowed: new Set([host]), own: new Set<string>() };
  const result = await guardedRequest({ ...asked, url }, rules);
  expect(result.ok && result.answer.bytes.equals(packed)).toBe(true);
});
