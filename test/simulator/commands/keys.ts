import * as fc from "fast-check";
import { command } from "../command.ts";

const rotation = (act: string, path: string) =>
  command({
    weight: 1,
    asked: fc.record({}),
    take: (world) => world.asAdmin({ act, about: null }, "POST", `/admin/setup/${path}`),
  });

const rotateSecret = rotation(
  "rotate the signing secret",
  "counsel-review-hmac-secret/rotate-secret",
);

/** Rows and checkpoints under former keys stay in the log, which `end/evidence.ts` reads as a whole. */
const rotateLogKey = rotation("rotate the log's key", "evidence-log-key/rotate-key");
const rotateRowsKey = rotation("rotate the key of those who write", "evidence-rows-key/rotate-key");

export const keysCommands = { rotateSecret, rotateLogKey, rotateRowsKey };
