import type { Route } from "#shared/routes/contract/route.ts";
import { bind } from "./bind.ts";
import type { Cursors, Guard } from "./call.ts";
import { openCursor, sealCursor } from "./cursor.ts";

const cursors: Cursors = { open: openCursor, seal: sealCursor };

/**
 * Binds a function that answers pages: their cursors are authenticated under a key of the secret
 * store, whose client no other function has to carry.
 */
export const bindList = <R extends Route, G = undefined>(route: R, guard?: Guard<R, G>) =>
  bind(route, guard, cursors);
