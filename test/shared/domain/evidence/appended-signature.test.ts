import { expect, test, vi } from "vitest";
import { appendedFault } from "#shared/domain/evidence/certificate/appended-signature.ts";
import { signPdf } from "#test/support/sign-pdf.ts";

const certificate = Buffer.from("%PDF-1.7\nstartxref\n5\n%%EOF\n");
const digits = (number: number): string => String(number).padStart(8, "0");

/** A signed file with `count` more byte ranges, all of which begin where its signature does. */
function withRanges(count: number, from: number, size: number): Buffer {
  const ranges = Array.from({ length: count }, (_, i) => {
    const to = from + 10 + i;
    return `/ByteRange [0 ${digits(from)} ${digits(to)} ${digits(Math.max(0, size - to))}]`;
  });
  return signPdf(certificate, { extra: ranges.join(" ") });
}

test("however many byte ranges a file has, only a few of them are compared with it", () => {
  expect(appendedFault(signPdf(certificate), certificate.length)).toBeNull();
  const { length } = withRanges(2000, 0, 0);
  const from = withRanges(2000, 0, 0).indexOf("<3003");
  const file = withRanges(2000, from, length);
  expect(file.length).toBe(length);
  const compared = vi.spyOn(RegExp.prototype, "test");
  const fault = appendedFault(file, certificate.length);
  const { calls } = compared.mock;
  const count = calls.length;
  compared.mockRestore();
  expect(fault).toContain("no signature");
  expect(count).toBeGreaterThan(20);
  expect(count).toBeLessThan(60);
});
