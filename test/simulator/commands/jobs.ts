import * as fc from "fast-check";
import { command } from "../command.ts";

const job = (weight: number, act: string, schedule: string) =>
  command({ weight, asked: fc.record({}), take: (world) => world.run(act, schedule) });

export const lapse = job(1, "end what has lapsed", "expire-reviews");
export const sequence = job(2, "sequence the log", "sequence-log");
export const courier = job(2, "run the courier", "courier");
