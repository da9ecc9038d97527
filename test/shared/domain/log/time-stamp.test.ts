import { describe, expect, it } from "vitest";
import { stampOf, timeStampRequest, tokenOver } from "#shared/domain/log/time-stamp.ts";
import {
  inIndefiniteLength,
  RECORDED,
  RECORDED_DIGEST,
  RECORDED_NONCE,
  REFUSAL,
  responseOver,
} from "#test/support/time-stamp-authority.ts";

const digest = RECORDED_DIGEST;
const nonce = RECORDED_NONCE;

describe("an RFC 3161 time stamp", () => {
  it("is requested with the bytes that openssl ts -query writes", () => {
    const nonce = Buffer.from("8102030405060708", "hex");
    expect(Buffer.from(timeStampRequest(digest, nonce)).toString("hex")).toBe(
      `30440201013031300d060960864801650304020105000420${digest.toString("hex")}02090081020304050607080101ff`,
    );
  });

  it("is read from an authority's response: its digest and time", () => {
    const answer = tokenOver(RECORDED, digest, nonce);
    const stamp = "token" in answer ? stampOf(answer.token) : null;
    expect(stamp && Buffer.from(stamp.digest).equals(digest)).toBe(true);
    expect(stamp?.time).toBe("20261121160735Z");
  });

  it("is absent when the authority refused or sent something else, with the reason", () => {
    expect(tokenOver(REFUSAL, digest, nonce)).toEqual({ fault: "refused" });
    expect(tokenOver(Buffer.from("<html>"), digest, nonce)).toEqual({ fault: "not_der" });
    expect(tokenOver(Buffer.from("30053003020100", "hex"), digest, nonce)).toEqual({
      fault: "not_a_token",
    });
    for (const length of [0, 1, 10, 40, 200, RECORDED.length - 1]) {
      expect(tokenOver(RECORDED.subarray(0, length), digest, nonce)).toEqual({ fault: "not_der" });
    }
    expect(stampOf(Buffer.from("MAA=", "base64"))).toBeNull();
  });

  it("is refused over another digest", () => {
    const other = responseOver(Buffer.alloc(32, 7));
    expect(tokenOver(other, digest, nonce)).toEqual({ fault: "other_imprint" });
    expect(tokenOver(other, Buffer.alloc(32, 7), nonce)).toHaveProperty("token");
  });

  it("is refused where it answers another request over the same digest", () => {
    const later = Buffer.from("8102030405060708", "hex");
    expect(tokenOver(RECORDED, digest, later)).toEqual({ fault: "other_nonce" });
    expect(tokenOver(responseOver(digest, later), digest, later)).toHaveProperty("token");
  });

  it("is refused in indefinite length, which is BER and not DER, wherever it is", () => {
    const outermost = inIndefiniteLength(RECORDED);
    expect(tokenOver(outermost, digest, nonce)).toEqual({ fault: "not_der" });
    expect(stampOf(outermost.subarray(9))).toBeNull();
    const inner = Buffer.from(RECORDED);
    // The length byte of the message imprint, deep in the token's content.
    inner[inner.indexOf(digest) - 18] = 0x80;
    expect(tokenOver(inner, digest, nonce)).toEqual({ fault: "not_a_token" });
  });

  it("does not recurse into endless nesting", () => {
    let nested: Uint8Array = Buffer.alloc(0);
    for (let i = 0; i < 1000; i += 1) {
      const length = Buffer.from("3083000000", "hex");
      length.writeUIntBE(nested.length, 2, 3);
      nested = Buffer.concat([length, nested]);
    }
    expect(tokenOver(nested, digest, nonce)).toEqual({ fault: "not_der" });
  });
});
