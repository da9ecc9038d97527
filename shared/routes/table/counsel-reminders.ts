import * as z from "zod/mini";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "reviews", access: "counsel" });

const linkParams = () => z.object({ token: z.string() });

/** The link in a mail by which counsel stops reminders, without a sign-in. */
export const openStopReminders = /* @__PURE__ */ entry("openStopReminders", {
  on: "GET /counsel/reminders/{token}",
  summary: "The page on which counsel stops reminders; it reads and changes nothing",
  params: linkParams,
  /** Mail programs append their own parameters. */
  query: () => z.looseObject({}),
  responses: { 200: { description: "The page", contentType: "text/html" } },
  needs: { settings: ["COUNSEL_LANGUAGES"] },
});

export const stopReminders = /* @__PURE__ */ entry("stopReminders", {
  on: "POST /counsel/reminders/{token}",
  summary: "Counsel asks for no more reminders at this address; a repeat changes nothing",
  params: linkParams,
  body: () => z.strictObject({ stop: z.literal(true) }),
  responses: /* @__PURE__ */ ok("No more reminders are sent to the address", () =>
    z.object({ stopped: z.literal(true) }),
  ),
  errors: ["invalid_token", "state_differs"],
  needs: { table: "write" },
});
