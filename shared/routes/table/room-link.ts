import * as z from "zod/mini";
import { page, paging } from "#shared/routes/contract/fields.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { listedReview, roomRule } from "./room-schemas.ts";
import { framework, reviewStatus } from "./rule-schemas.ts";

/** Any text: what names nothing in the room is outside of it, and answered like everything else. */
const params = () => z.object({ token: z.string() });

/** What a room shows to whoever has its link, as JSON; its page is beside them. */
export const listRoomFrameworks = {
  id: "listRoomFrameworks",
  area: "rooms",
  method: "GET",
  path: "/room/{token}/frameworks",
  access: "room",
  summary: "The frameworks that the room shows",
  params,
  query: () => z.strictObject(paging()),
  responses: {
    200: {
      description: "A page of frameworks; a browser's prefetch gets the room's page",
      alsoAs: ["text/html"],
      schema: () => page(framework()),
    },
  },
  errors: ["invalid_token", "room_closed", "rate_limited"],
  needs: { table: "write" },
} as const satisfies Route;

export const listRoomRules = {
  id: "listRoomRules",
  area: "rooms",
  method: "GET",
  path: "/room/{token}/rules",
  access: "room",
  summary: "The live rules of the room's frameworks, with their review status",
  params,
  query: () =>
    z.strictObject({
      ...paging(),
      framework_id: z.optional(z.string()),
      status: z.optional(reviewStatus()),
      /** Words, each of which the rule's id, title, citations or texts contain, ignoring case. */
      search: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
    }),
  responses: {
    200: {
      description: "A page of rules; a browser's prefetch gets the room's page",
      alsoAs: ["text/html"],
      schema: () => page(roomRule()),
    },
  },
  errors: ["not_found", "invalid_token", "room_closed", "rate_limited"],
  needs: { table: "write" },
} as const satisfies Route;

export const listRoomReviews = {
  id: "listRoomReviews",
  area: "rooms",
  method: "GET",
  path: "/room/{token}/reviews",
  access: "room",
  summary: "The decided reviews that the room shows, oldest decision first",
  params,
  query: () => z.strictObject(paging()),
  responses: {
    200: {
      description:
        "A page of reviews with the counsel who signed; a browser's prefetch gets the room's page",
      alsoAs: ["text/html"],
      schema: () => page(listedReview()),
    },
  },
  errors: ["invalid_token", "room_closed", "rate_limited"],
  needs: { table: "write" },
} as const satisfies Route;

/** Every entry above, in the order of the OpenAPI document. */
export const roomLinkRoutes = { listRoomFrameworks, listRoomRules, listRoomReviews };
