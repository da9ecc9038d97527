import { DomainError } from "#shared/domain/errors.ts";
import type { Scope } from "#shared/domain/machines/scopes.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { takeFrom } from "#shared/store/rates.ts";
import { bind } from "./bind.ts";
import { bindList } from "./bind-list.ts";
import type { Identify } from "./call.ts";
import { requireTenant } from "./known-tenant.ts";

/** An entry that machines call. */
type MachineRoute = Route & { access: "machine"; scope: Scope };

const rate = {
  name: "machine",
  most: 60,
  per: "minute",
  refusal: "A machine can send 60 requests a minute. Try again in the next one.",
} as const;

/** For functions that machines call: the token is verified before anything else is read. */
export const bindMachine = <R extends MachineRoute>(route: R) =>
  bind(route, undefined, null, machineOf(route.scope));

/** For functions that return pages to machines. */
export const bindMachineList = <R extends MachineRoute>(route: R) =>
  bindList(route, undefined, machineOf(route.scope));

/** @throws DomainError `token_invalid`, `issuer_unreachable`, `unknown_tenant`, `rate_limited`, `scope_missing` */
const machineOf =
  <R extends MachineRoute>(scope: Scope): Identify<R> =>
  async ({ headers }, now) => {
    // Loaded with the first request: the library for tokens is large.
    const { verifyMachineToken } = await import("#shared/use-cases/machines/verify-token.ts");
    const caller = await verifyMachineToken(headers.authorization, now);
    if (caller.tenantId !== null) await requireTenant(caller.tenantId);
    await takeFrom(rate, caller.machineId, now, caller.tenantId);
    if (!caller.machine.scopes.includes(scope)) {
      throw new DomainError("scope_missing", `This machine has no scope ${scope}.`);
    }
    return caller as Awaited<ReturnType<Identify<R>>>;
  };
