import * as fc from "fast-check";
import { command } from "../command.ts";

const job = (weight: number, act: string, schedule: string) =>
  command({ weight, asked: fc.record({}), take: (world) => world.run(act, schedule) });

const lapse = job(1, "end what has lapsed", "expire-reviews");
const sequence = job(2, "sequence the log", "sequence-log");
const courier = job(2, "run the courier", "courier");

export const jobsCommands = { lapse, sequence, courier };
