import * as z from "zod/mini";
import { entriesOf } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "rooms", access: "public" });

/*
 * The page of a regulator's room. It reads nothing and is the same for every token. Only the JSON below
 * the page's address shows whether a token opens a room, once a reader has pressed "Enter".
 */

const params = () => z.object({ token: z.string() });

/** Mail programs append their own parameters; the page ignores them. */
const query = () => z.looseObject({});

const page = { 200: { description: "The page, without data", contentType: "text/html" } } as const;

export const openRoom = /* @__PURE__ */ entry("openRoom", {
  on: "GET /room/{token}",
  summary: "The page of a room: the same for every token, whatever is accepted; reads nothing",
  params,
  query,
  responses: page,
  needs: {},
});

export const headRoom = /* @__PURE__ */ entry("headRoom", {
  on: "HEAD /room/{token}",
  summary: "Headers of a room's page",
  params,
  query,
  responses: page,
  needs: {},
});
