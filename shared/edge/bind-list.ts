import type { Route } from "#shared/routes/contract/route.ts";
import { bind } from "./bind.ts";
import type { Cursors, Guard } from "./call.ts";

/** Loaded with the first cursor: most calls ask for a first page that is the only one. */
const cursors: Cursors = {
  open: async (cursor, scope) => (await import("./cursor.ts")).openCursor(cursor, scope),
  seal: async (position, scope) => (await import("./cursor.ts")).sealCursor(position, scope),
};

/**
 * Binds a function that answers pages: their cursors are authenticated under a key of the secret
 * store, whose client no other function has to carry.
 */
export const bindList = <R extends Route, G = undefined>(route: R, guard?: Guard<R, G>) =>
  bind(route, guard, cursors);
