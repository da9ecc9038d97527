import { type MachineCaller, tenantOfMachine } from "#shared/domain/machines/machine.ts";
import { compressedExport } from "#shared/use-cases/inventory/compressed-export.ts";

/** @throws DomainError `scope_missing`, `payload_too_large` */
export const exportMachineArtifacts = (caller: MachineCaller, now: string): Promise<Uint8Array> =>
  compressedExport(tenantOfMachine(caller), now);
