import { expect, onTestFinished, test } from "vitest";
import { startLocalServer } from "#infra/local/local-server.ts";
import { createProvider, threadOfItsOwn } from "#infra/local/sign-in/provider.ts";
import type { ProviderData } from "#infra/local/sign-in/serve-provider.ts";

/** A server in front of a provider whose thread runs a script that can be made to end. */
async function startFront(issuer = "") {
  const faults: string[] = [];
  const lost: string[] = [];
  const provider = createProvider(
    () => ({ issuer }) as ProviderData,
    { onFault: (error) => faults.push(error.message), onLost: (error) => lost.push(error.message) },
    threadOfItsOwn(new URL("../../../support/dying-provider.mjs", import.meta.url)),
  );
  const server = await startLocalServer((request, response) => {
    provider.serve(request, response).catch(() => response.writeHead(502).end());
  });
  onTestFinished(async () => {
    await server.close();
    await provider.close();
  });
  const get = async (path: string, method = "GET") => {
    const answer = await fetch(`${server.url}${path}`, { method });
    return { status: answer.status, text: await answer.text() };
  };
  return { get, faults, lost };
}

test("a sign-in whose thread has ended says so, and serves the next request", async () => {
  const { get, faults, lost } = await startFront();
  for (const _ of ["first", "second", "third"]) {
    expect((await get("/", "GET")).text).toBe("served");
    expect((await get("/die", "POST")).status).toBe(502);
  }
  expect((await get("/")).text).toBe("served");
  const said = "The sign-in has ended (It was asked to end.); it is started again.";
  expect(faults).toEqual([said, said, said]);
  expect(lost).toEqual([]);
});

test("a sign-in that ends again before it has started ends the run", async () => {
  const { get, faults, lost } = await startFront("never starts");
  expect((await get("/")).status).toBe(502);
  expect(faults).toEqual(["The sign-in has ended (It does not start.); it is started again."]);
  expect(lost).toEqual(["The sign-in has ended again (It does not start.)."]);
});
