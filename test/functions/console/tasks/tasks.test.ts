import { afterAll, describe } from "vitest";
import { consoleSuite } from "#test/support/console.ts";
import { type HookReceiver, startHookReceiver } from "#test/support/hook-receiver.ts";
import { amendTasks } from "./amend.ts";
import { commissionTasks } from "./commission.ts";
import { earlierWording } from "./earlier-wording.ts";
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

// This comes first, while there is only one book, which is then chosen automatically.
describe("releases", () => gateTasks(suite, () => receiver));
describe("rooms", () => roomTasks(suite));
describe("what changed", () => commissionTasks(suite));
describe("an objection", () => amendTasks(suite));
describe("amended again", () => earlierWording(suite));
// This comes last, because it moves the clock past the lifetime of the tokens.
describe("Home", () => homeTasks(suite));
