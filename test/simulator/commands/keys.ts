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

export const keysCommands = { rotateSecret };
