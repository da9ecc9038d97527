import { DomainError } from "#shared/domain/errors.ts";
import type { Framework } from "#shared/domain/frameworks/framework.ts";
import type { RoomScope } from "#shared/domain/rooms/room.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { getCounselByIds } from "#shared/store/counsel.ts";
import { getFramework } from "#shared/store/frameworks.ts";

/** The scope of a room, as an admin asks for it. */
export type ScopeOrder = Pick<RoomScope, "framework_ids"> & {
  [Part in Exclude<keyof RoomScope, "framework_ids">]?: RoomScope[Part] | undefined;
};

export const scopeOf = (order: ScopeOrder): RoomScope => ({
  framework_ids: order.framework_ids,
  decided_from: order.decided_from ?? null,
  decided_to: order.decided_to ?? null,
  counsel_ids: order.counsel_ids ?? null,
  words: order.words ?? "full",
});

/**
 * The frameworks that a room is to show. Its counsel must be registered for them.
 * @throws DomainError `unknown_framework`, `unknown_counsel`, `counsel_framework_mismatch`
 */
export async function requireScope(scope: RoomScope): Promise<Framework[]> {
  const frameworks = await requireFrameworks(scope);
  await requireCounsel(scope);
  return frameworks;
}

async function requireFrameworks({ framework_ids: ids }: RoomScope): Promise<Framework[]> {
  const found = await Promise.all(ids.map((id) => getFramework(id)));
  const unknown = ids.filter((id, i) => found[i] == null || isCanaryFramework(id));
  if (unknown.length === 0) return found.filter((one) => one !== null);
  throw new DomainError("unknown_framework", `There is no framework ${unknown.join(", ")}.`, {
    errors: unknown.map((id) => ({
      path: `framework_ids.${ids.indexOf(id)}`,
      message: `${id} is not a framework`,
    })),
  });
}

async function requireCounsel({ counsel_ids, framework_ids }: RoomScope): Promise<void> {
  const ids = counsel_ids ?? [];
  const found = await getCounselByIds(ids);
  const faults = (message: string, isAtFault: (at: number) => boolean) =>
    ids.flatMap((_, at) => (isAtFault(at) ? [{ path: `counsel_ids.${at}`, message }] : []));
  const unknown = faults("there is no such counsel", (at) => found[at] == null);
  if (unknown.length > 0) {
    throw new DomainError("unknown_counsel", "There is no such counsel.", { errors: unknown });
  }
  const elsewhere = faults(
    "is registered for a framework that this room does not show",
    (at) => !framework_ids.includes(found[at]?.framework_id ?? ""),
  );
  if (elsewhere.length === 0) return;
  throw new DomainError(
    "counsel_framework_mismatch",
    "The counsel is registered for a framework that this room does not show.",
    { errors: elsewhere },
  );
}
