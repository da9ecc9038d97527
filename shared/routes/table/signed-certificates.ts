import * as z from "zod/mini";
import { MAX_SIGNED_CERTIFICATE_BYTES } from "#shared/domain/reviews/limits.ts";
import { sha256Hex, timestamp, uuid } from "#shared/routes/contract/fields.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "evidence", access: "platform" });

/** A certificate of a decision with a law firm's own signature. */
const signedCertificate = () =>
  z.object({
    /** Hash of the whole file. */
    sha256: sha256Hex(),
    /** Hash of the certificate at the beginning of the file. */
    certificate_sha256: sha256Hex(),
    /** Who handed it in: the holder of counsel's link, or an admin. */
    by: z.enum(["link", "admin"]),
    received_at: timestamp(),
    /** How many bytes the signature added. */
    bytes: z.int(),
  });

const handedIn = {
  accepts: ["application/pdf"],
  bodyLimits: { bytes: MAX_SIGNED_CERTIFICATE_BYTES, values: 1 },
  responses: {
    200: { description: "The same file was handed in before", schema: signedCertificate },
    201: { description: "What is kept of it", schema: signedCertificate },
  },
} as const;

/**
 * The members shared by the entries that take such a file, from an admin or under counsel's link. It is
 * a call marked pure, so that bundles leave out entries that they do not use.
 */
export const handingIn = <const T extends object>(own: T) => ({ ...handedIn, ...own });

export const handedInErrors = [
  "review_not_decided",
  "not_a_signed_certificate",
  "too_many_signed_certificates",
  "conflict",
] as const;

const params = () => z.object({ id: uuid() });

export const putSignedCertificate = /* @__PURE__ */ entry(
  "putSignedCertificate",
  /* @__PURE__ */ handingIn({
    on: "PUT /admin/rule-reviews/{id}/signed-certificate",
    summary: "Keep a certificate of this decision that a law firm signed with a tool of its own",
    params,
    errors: handedInErrors,
    needs: { table: "write" },
  }),
);

export const listSignedCertificates = /* @__PURE__ */ entry("listSignedCertificates", {
  on: "GET /admin/rule-reviews/{id}/signed-certificates",
  summary: "The certificates of this decision that a law firm signed; at most five",
  params,
  responses: /* @__PURE__ */ ok("In the order in which they came", () =>
    z.object({ items: z.array(signedCertificate()) }),
  ),
  needs: { table: "read" },
});

export const getSignedCertificate = /* @__PURE__ */ entry("getSignedCertificate", {
  on: "GET /admin/rule-reviews/{id}/signed-certificates/{sha256}",
  summary:
    "One of them as a file: the certificate as it was issued, and the signature; a PDF signature reader checks it",
  params: () => z.object({ id: uuid(), sha256: sha256Hex() }),
  responses: {
    200: {
      description:
        "The signed certificate. Where the certificate cannot be drawn again, the answer is application/octet-stream with the signature alone: counsel's words were erased, a later release draws certificates differently, or the file was handed in before the service kept what it draws from",
      contentType: "application/pdf",
      alsoAs: ["application/octet-stream"],
    },
  },
  errors: ["state_differs"],
  needs: { table: "read" },
});
