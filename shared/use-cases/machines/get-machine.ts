import { noSuch } from "#shared/domain/errors.ts";
import type { Machine } from "#shared/domain/machines/machine.ts";
import { getMachine as readMachine } from "#shared/store/machines.ts";

/** @throws DomainError `not_found` */
export async function getMachine(owner: string, id: string): Promise<Machine> {
  const machine = await readMachine(owner, id);
  if (machine === null) throw noSuch("machine");
  return machine;
}
