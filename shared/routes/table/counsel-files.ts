import * as z from "zod/mini";
import { underLinkOr } from "#shared/routes/contract/link-errors.ts";
import { entriesOf } from "#shared/routes/contract/route.ts";
import { handedInErrors, handingIn } from "./signed-certificates.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "reviews", access: "counsel" });

const params = () => z.object({ token: z.string() });

/** Files for counsel's own records, without a sign-in; a scanner that opens the address gets none. */
export const getCounselRequestFile = /* @__PURE__ */ entry("getCounselRequestFile", {
  on: "GET /counsel/review/{token}/request.pdf",
  summary:
    "What counsel is asked, as PDF: rules, wording, differences, citations; for an Accept that names application/pdf, once the link was opened",
  params,
  responses: { 200: { description: "The request", contentType: "application/pdf" } },
  errors: /* @__PURE__ */ underLinkOr([
    "not_acceptable",
    "review_not_viewed",
    "rate_limited",
    "counsel_unconfirmed",
    "review_unreadable",
  ]),
  // It counts requests and writes no row.
  needs: { table: "write", rows: "read" },
});

export const getCounselCertificate = /* @__PURE__ */ entry("getCounselCertificate", {
  on: "GET /counsel/review/{token}/certificate.pdf",
  summary:
    "The certificate of counsel's decision, byte for byte the admin's; for an Accept that names application/pdf",
  params,
  responses: { 200: { description: "The certificate", contentType: "application/pdf" } },
  errors: /* @__PURE__ */ underLinkOr([
    "not_acceptable",
    "review_not_viewed",
    "rate_limited",
    "review_not_decided",
  ]),
  // The evidence log takes the hash of each new certificate.
  needs: { table: "write", settings: ["TSA_URL"] },
});

export const putCounselSignedCertificate = /* @__PURE__ */ entry(
  "putCounselSignedCertificate",
  /* @__PURE__ */ handingIn({
    on: "PUT /counsel/review/{token}/signed-certificate",
    summary: "Counsel hands in the certificate with their firm's own signature",
    params,
    errors: /* @__PURE__ */ underLinkOr(handedInErrors),
    needs: { table: "write" },
  }),
);
