import { noSuch } from "#shared/domain/errors.ts";
import { readMachines } from "#shared/store/machines.ts";
import { type Change, prepareRow, writeMachine } from "./write-machine.ts";

/** @throws DomainError `not_found`, `conflict` */
export async function deleteMachine(change: Change): Promise<void> {
  prepareRow(change);
  const { machines, revision } = await readMachines(change.owner);
  const before = machines.find(({ id }) => id === change.id);
  if (before === undefined) throw noSuch("machine");
  await writeMachine(change, revision, before, null);
}
