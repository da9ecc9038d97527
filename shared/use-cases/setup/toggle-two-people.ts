import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/setup.ts";
import {
  type Deployment,
  needsSecondPerson,
  TWO_PEOPLE_FLAG,
  withFlag,
} from "#shared/domain/setup/deployment.ts";
import { changeDeployment, readDeployment } from "#shared/store/deployment.ts";
import { putLoggedRow } from "#shared/store/logged-rows.ts";
import { retryOnConflict } from "#shared/store/transact.ts";

/** Writes the row about the new value of the option `twoPeople`, unless somebody already has. */
export const toggleTwoPeople = (seen: Deployment, value: boolean, now: string): Promise<null> =>
  retryOnConflict(seen, async (before) => {
    const previous = needsSecondPerson(before);
    if (previous === value) return { done: null };
    const row = auditRow({
      action: "platform.two_people.toggled",
      resourceId: "two-people",
      tenantId: null,
      actorUserId: null,
      context: { previous, value },
      id: randomUUID(),
      at: now,
    });
    const after = withFlag(before, TWO_PEOPLE_FLAG, value, now);
    const changed = await changeDeployment(before, after, putLoggedRow(row));
    return changed === null ? { conflict: await readDeployment() } : { done: null };
  });
