import * as z from "zod/mini";
import type { Route } from "#shared/routes/contract/route.ts";

const linkParams = () => z.object({ token: z.string() });

/** The link in a mail by which counsel stops reminders, without a sign-in. */
export const openStopReminders = {
  id: "openStopReminders",
  area: "reviews",
  method: "GET",
  path: "/counsel/reminders/{token}",
  access: "counsel",
  summary: "The page on which counsel stops reminders; it reads and changes nothing",
  params: linkParams,
  /** Mail programs append their own parameters. */
  query: () => z.looseObject({}),
  responses: { 200: { description: "The page", contentType: "text/html" } },
  needs: {},
} as const satisfies Route;

export const stopReminders = {
  id: "stopReminders",
  area: "reviews",
  method: "POST",
  path: "/counsel/reminders/{token}",
  access: "counsel",
  summary: "Counsel asks for no more reminders at this address; a repeat changes nothing",
  params: linkParams,
  body: () => z.strictObject({ stop: z.literal(true) }),
  responses: {
    200: {
      description: "No more reminders are sent to the address",
      schema: () => z.object({ stopped: z.literal(true) }),
    },
  },
  errors: ["invalid_token"],
  needs: { table: "write" },
} as const satisfies Route;

/** Every entry above, in the order of the OpenAPI document. */
export const counselReminderRoutes = { openStopReminders, stopReminders };
