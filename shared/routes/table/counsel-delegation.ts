import * as z from "zod/mini";
import { assertionSchema } from "#shared/domain/counsel/assertion-form.ts";
import { delegateSchema } from "#shared/domain/counsel/counsel.ts";
import { MAX_NOTES } from "#shared/domain/counsel/limits.ts";
import { withoutControls } from "#shared/domain/text/text-fields.ts";
import { underLinkOr } from "#shared/routes/contract/link-errors.ts";
import { created, entriesOf } from "#shared/routes/contract/route.ts";
import { needsKeyringToDelegate } from "./keyring-needs.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "reviews", access: "counsel" });

/** Counsel passes a request on, without a sign-in. */
export const delegateReview = /* @__PURE__ */ entry("delegateReview", {
  on: "POST /counsel/review/{token}/delegate",
  summary: "Counsel passes the request on, once, if it may be; their own link ends",
  params: () => z.object({ token: z.string() }),
  body: () =>
    z.extend(delegateSchema(), {
      reason: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, "must not be empty"),
          z.maxLength(MAX_NOTES, `must have at most ${MAX_NOTES} characters`),
          withoutControls(),
        ),
      /** Signs `{request_id, delegate_email, nonce}`, if counsel decides with a key of their own. */
      assertion: z.optional(assertionSchema()),
    }),
  responses: /* @__PURE__ */ created(
    "To whom; their link is mailed if the request was, else the admin forwards it",
    () => z.object({ delegated_to: z.object({ display_name: z.string(), email: z.string() }) }),
  ),
  errors: /* @__PURE__ */ underLinkOr([
    "counsel_unconfirmed",
    "already_decided",
    "delegation_not_allowed",
    "delegate_is_counsel",
    "delegate_in_panel",
    "counsel_twice",
    "counsel_inactive",
    "delegate_needs_key",
    "assertion_required",
    "assertion_invalid",
    "counsel_review_secret_not_configured",
    "conflict",
  ]),
  needs: needsKeyringToDelegate,
});
