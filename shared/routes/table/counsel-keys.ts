import * as z from "zod/mini";
import { newKeySchema } from "#shared/domain/counsel/assertion-form.ts";
import { counselKeySchema } from "#shared/domain/counsel/counsel-key.ts";
import { page, paging, timestamp, uuid } from "#shared/routes/contract/fields.ts";
import { created, entriesOf, ok } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "counsel", access: "platform" });
const reviewsEntry = /* @__PURE__ */ entriesOf({ area: "reviews", access: "counsel" });

const params = () => z.object({ counsel_id: uuid() });
const linkParams = () => z.object({ token: z.string() });

export const inviteCounselKey = /* @__PURE__ */ entry("inviteCounselKey", {
  on: "POST /admin/counsel/{counsel_id}/key-invitation",
  summary: "Invite a counsel to enrol a passkey; the link is shown once and voids the last one",
  params,
  responses: /* @__PURE__ */ created("The link, and when it expires", () =>
    z.object({
      /** Null where it is sent only by mail (docs/two-people.md). */
      url: z.nullable(z.string()),
      expires_at: timestamp(),
    }),
  ),
  errors: [
    "counsel_inactive",
    "second_person_required",
    "counsel_unconfirmed",
    "counsel_is_admin",
    "mail_not_configured",
    "counsel_mail_stopped",
    "state_differs",
  ],
  needs: { table: "write", events: "put", linkKey: "seal", settings: ["MAIL_FROM"] },
});

export const listCounselKeys = /* @__PURE__ */ entry("listCounselKeys", {
  on: "GET /admin/counsel/{counsel_id}/keys",
  summary: "Every passkey a counsel ever had, oldest first",
  params,
  query: () => z.strictObject(paging()),
  responses: /* @__PURE__ */ ok("A page of keys", () => page(counselKeySchema())),
  needs: { table: "read" },
});

export const retireCounselKey = /* @__PURE__ */ entry("retireCounselKey", {
  on: "POST /admin/counsel/{counsel_id}/keys/{credential_id}/retire",
  summary: "Retire a passkey: it can no longer sign; what it has signed stays valid",
  params: () =>
    z.object({
      counsel_id: uuid(),
      credential_id: z.string().check(z.maxLength(1400), z.regex(/^[A-Za-z0-9_-]+$/)),
    }),
  responses: /* @__PURE__ */ ok("The key", counselKeySchema),
  errors: ["state_differs"],
  needs: { table: "write" },
});

export const openKeyEnrolment = /* @__PURE__ */ reviewsEntry("openKeyEnrolment", {
  on: "GET /counsel/key/{token}",
  summary: "What counsel's browser needs to create a passkey; browsers get the page",
  params: linkParams,
  /** Mail programs append their own parameters; the page ignores them, its JSON does not. */
  query: () => z.looseObject({}),
  responses: /* @__PURE__ */ ok("The invitation as counsel sees it", () =>
    z.object({
      counsel: z.object({
        id: z.string(),
        display_name: z.string(),
        email: z.string(),
        firm: z.nullable(z.string()),
        framework_id: z.string(),
      }),
      expires_at: timestamp(),
      rp_id: z.string(),
      /** SHA-256, base64url without padding. */
      challenge: z.string(),
      /** The challenge that the new key signs first, to prove that the browser has the key. */
      possession_challenge: z.string(),
      /** Passkeys this counsel already has. */
      credential_ids: z.array(z.string()),
    }),
  ),
  errors: ["invalid_token", "invitation_ended", "counsel_unconfirmed"],
  needs: { table: "read", settings: ["COUNSEL_LANGUAGES"] },
});

export const enrolCounselKey = /* @__PURE__ */ reviewsEntry("enrolCounselKey", {
  on: "POST /counsel/key/{token}",
  summary: "Enrol the passkey that counsel has created; uses up the invitation",
  params: linkParams,
  body: newKeySchema,
  responses: /* @__PURE__ */ created("The key with its fingerprint", counselKeySchema),
  errors: [
    "invalid_token",
    "invitation_ended",
    "counsel_unconfirmed",
    "key_exists",
    "key_invalid",
    "state_differs",
  ],
  needs: { table: "write" },
});
