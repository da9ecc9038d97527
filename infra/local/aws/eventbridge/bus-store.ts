import * as z from "zod";
import { openStateFile, type StateFile } from "#infra/local/aws/protocol/state-file.ts";
import { type Buses, busSchema } from "./bus.ts";

/** Opens the bus store in that file, or in memory only (null). @throws Error if it is damaged */
export const openBusStore = (file: string | null): Promise<StateFile<Buses>> =>
  openStateFile({
    file,
    name: "event buses",
    schema: z.strictObject({ version: z.literal(1), buses: z.array(busSchema) }),
    read: ({ buses }): Buses => new Map(buses.map((bus) => [bus.name, bus])),
    write: (buses) => ({ version: 1 as const, buses: [...buses.values()] }),
    empty: new Map(),
  });
