import { createHash, createPublicKey } from "node:crypto";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { describe, expect, test } from "vitest";
import { coseOf, softwarePasskey } from "#infra/local/software-passkey.ts";
import { faultsOfAssertion } from "#shared/domain/counsel/assertion.ts";
import type { Assertion } from "#shared/domain/counsel/assertion-form.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";

const BASE = "https://countersign.example";
const challenge = createHash("sha256").update("a decision").digest("base64url");

/** A generator of numbers below a bound, the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

const bytes = (text: string) => Buffer.from(text, "base64url");
const text = (data: Buffer) => data.toString("base64url");
const client = (value: object) => text(Buffer.from(JSON.stringify(value)));
const said = { type: "webauthn.get", challenge, origin: BASE, crossOrigin: false };

/** What this service refuses by name although the library accepts it. */
const stricter: Record<string, (of: Assertion) => Assertion> = {
  "crossOrigin that is not false": (of) => ({
    ...of,
    client_data_json: client({ ...said, crossOrigin: "true" }),
  }),
  "a byte order mark": (of) => ({
    ...of,
    client_data_json: text(
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes(of.client_data_json)]),
    ),
  }),
  "a member twice": (of) => ({
    ...of,
    client_data_json: text(Buffer.from(JSON.stringify(said).replace("{", `{"challenge":"x",`))),
  }),
};

const MUTATED = sized(2000, 150);

describe("assertions are judged as strictly as by @simplewebauthn/server", () => {
  test("mutated assertions get the same verdict from both", async () => {
    const below = numbers(7);
    const keys = (["ES256", "EdDSA", "RS256"] as const).map((algorithm) =>
      softwarePasskey(BASE, algorithm),
    );
    const verdicts = { both: 0, neither: 0 };
    for (let i = 0; i < MUTATED; i += 1) {
      const key = keys[i % keys.length] as (typeof keys)[number];
      const good = key.get(challenge);
      const mutated = mutate(good, below);
      const ours = (await faultsOf(key, mutated)).length === 0;
      const theirs = await isAccepted(key, mutated);
      // The library also takes ECDSA signatures whose DER encoding is not the canonical one.
      const isLax =
        theirs && !ours && key.algorithm === "ES256" && mutated.signature !== good.signature;
      expect({ i, mutated, ours: ours || isLax }).toEqual({ i, mutated, ours: theirs });
      verdicts[ours ? "both" : "neither"] += 1;
    }
    expect(verdicts.both).toBeGreaterThan(MUTATED / 40);
    expect(verdicts.neither).toBeGreaterThan(MUTATED / 2);
    noteSweep("mutated assertions, judged as by @simplewebauthn/server", MUTATED);
  });

  test.each(Object.entries(stricter))("%s is refused", async (_, change) => {
    const key = softwarePasskey(BASE);
    const forged = change(key.get(challenge));
    const signed = key.get(challenge, { clientData: bytes(forged.client_data_json).toString() });
    expect(
      await faultsOf(key, { ...signed, client_data_json: forged.client_data_json }),
    ).not.toEqual([]);
  });
});

type Key = ReturnType<typeof softwarePasskey>;

const faultsOf = (key: Key, assertion: Assertion) =>
  faultsOfAssertion(
    assertion,
    { credential_id: key.credentialId, public_key_spki: key.spki },
    { challenge, origin: BASE, rpId: "countersign.example" },
  );

async function isAccepted(key: Key, given: Assertion): Promise<boolean> {
  const publicKey = createPublicKey({ key: bytes(key.spki), format: "der", type: "spki" });
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: {
        id: given.credential_id,
        rawId: given.credential_id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          authenticatorData: given.authenticator_data,
          clientDataJSON: given.client_data_json,
          signature: given.signature,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: BASE,
      expectedRPID: "countersign.example",
      credential: {
        id: key.credentialId,
        publicKey: new Uint8Array(coseOf(publicKey)),
        counter: 0,
      },
    });
    return verified && given.credential_id === key.credentialId;
  } catch {
    return false;
  }
}

/** Changes an assertion in one of several ways; some of them leave it valid. */
function mutate(good: Assertion, below: (bound: number) => number): Assertion {
  const flip = (encoded: string, from = 0): string => {
    const data = bytes(encoded);
    const at = from + below(Math.max(1, data.length - from));
    data[at] = (data[at] ?? 0) ^ (1 << below(8));
    return text(data);
  };
  const ways: (() => Partial<Assertion>)[] = [
    () => ({}),
    () => ({ signature: flip(good.signature) }),
    () => ({ authenticator_data: flip(good.authenticator_data) }),
    () => ({ client_data_json: flip(good.client_data_json) }),
    () => ({
      authenticator_data: text(
        Buffer.concat([bytes(good.authenticator_data), Buffer.alloc(1 + below(4), below(256))]),
      ),
    }),
    () => ({ authenticator_data: text(bytes(good.authenticator_data).subarray(0, below(37))) }),
    () => ({ signature: text(bytes(good.signature).subarray(0, below(60))) }),
    () => ({ signature: text(Buffer.concat([bytes(good.signature), Buffer.alloc(1)])) }),
    () => ({
      client_data_json: client({ ...said, challenge: text(Buffer.alloc(32, below(256))) }),
    }),
    () => ({ client_data_json: client({ ...said, origin: `${BASE}.evil.example` }) }),
    () => ({ client_data_json: client({ ...said, type: "webauthn.create" }) }),
    () => ({ client_data_json: text(Buffer.from("[")) }),
    () => ({ credential_id: text(Buffer.alloc(32, below(256))) }),
  ];
  return { ...good, ...(ways[below(ways.length)] as () => Partial<Assertion>)() };
}
