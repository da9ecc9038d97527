import { afterAll, describe } from "vitest";
import { consoleSuite } from "#test/support/console.ts";
import { type HookReceiver, startHookReceiver } from "#test/support/hook-receiver.ts";
import { amendTasks } from "./amend.ts";
import { commissionTasks } from "./commission.ts";
import { gateTasks } from "./gate.ts";
import { homeTasks } from "./home.ts";
import { roomTasks } from "./rooms.ts";

/* What people do in the console, in one system and a tab for each role. */

let receiver: HookReceiver;
const suite = consoleSuite(async () => {
  receiver = await startHookReceiver();
  return { WEBHOOK_ALLOWED_HOSTS: receiver.host };
});
afterAll(() => receiver.close());

// First, while there is one book, which is chosen by itself.
describe("releases", () => gateTasks(suite, () => receiver));
describe("rooms", () => roomTasks(suite));
describe("what changed", () => commissionTasks(suite));
describe("an objection", () => amendTasks(suite));
// Last, as it moves the clock beyond what tokens last.
describe("Home", () => homeTasks(suite));
