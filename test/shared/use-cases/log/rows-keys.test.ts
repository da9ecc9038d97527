import type { ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { startLocalServer } from "#infra/local/local-server.ts";
import { prepareRowsKeys, rowsKeys } from "#shared/use-cases/log/rows-keys.ts";

/** How often one request for a key is sent. */
const TRIES = 3;

test("if an earlier call began to request a key and answered without it, the key is requested again after a failure", async () => {
  const held: ServerResponse[] = [];
  let isHeld = true;
  let asked = 0;
  const answer = (response: ServerResponse) => {
    asked += 1;
    const PublicKey = Buffer.alloc(44).toString("base64");
    response.writeHead(asked > TRIES ? 200 : 500).end(JSON.stringify({ PublicKey }));
  };
  const server = await startLocalServer((_, response) => {
    if (isHeld) held.push(response);
    else answer(response);
  });
  const settings = {
    ...{ AWS_ENDPOINT_URL_KMS: server.url, AWS_REGION: "us-east-1" },
    ...{ AWS_ACCESS_KEY_ID: "decideReview", AWS_SECRET_ACCESS_KEY: "none" },
    ...{ LOG_ORIGIN: "log.example", EVIDENCE_ROWS_KEY_ARN: "arn:aws:kms:us-east-1:0:key/1" },
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  // A call that is refused before it needs the key.
  prepareRowsKeys();
  await expect.poll(() => held.length).toBe(1);
  const next = Promise.all([rowsKeys(null), rowsKeys(null)]);
  isHeld = false;
  for (const response of held) answer(response);
  expect((await next).map(({ keys }) => keys.length)).toEqual([1, 1]);
  expect(asked).toBe(TRIES + 1);
  await server.close();
});
