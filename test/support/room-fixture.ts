import { randomUUID } from "node:crypto";
import { type Commissioned, commission, expectStatus } from "./review-fixture.ts";
import type { ApiAnswer, TestSystem } from "./system.ts";

export interface OpenRoom {
  // biome-ignore lint/suspicious/noExplicitAny: the answer as it came
  room: any;
  token: string;
  url: string;
  /** A visitor's request below the room's address. */
  visit(path: string, headers?: Record<string, string>): Promise<ApiAnswer>;
}

/** Opens a room through the front door. @param order what differs from the default, seven days */
export async function openRoom(
  system: TestSystem,
  order: { framework_ids: string[] } & Record<string, unknown>,
): Promise<OpenRoom> {
  const { body } = await expectStatus(
    system.admin("POST", "/admin/rooms", { title: "A regulator", expires_in_days: 7, ...order }),
    201,
  );
  const token = String(body.room_url).split("/").at(-1) as string;
  return {
    room: body.room,
    token,
    url: body.room_url,
    visit: (path, headers) =>
      system.api()("GET", `/room/${token}${path}`, undefined, headers ?? {}),
  };
}

/** A review that counsel has decided. */
export async function decidedReview(
  system: TestSystem,
  given?: Commissioned,
  decision: Record<string, unknown> = { decision: "approved", comment: randomUUID() },
): Promise<Commissioned> {
  const commissioned = given ?? (await commission(system));
  await expectStatus(
    system.api()("POST", `/counsel/review/${commissioned.token}/decide`, decision),
    200,
  );
  return commissioned;
}

/** A room with one decided review, which it shows. */
export async function roomWithReview(system: TestSystem, order: Record<string, unknown> = {}) {
  const decided = await decidedReview(system);
  const open = await openRoom(system, { framework_ids: [decided.frameworkId], ...order });
  return { ...open, decided };
}

const shared = new WeakMap<TestSystem, Promise<Commissioned>>();

/** A new room. Other rooms of the system show its decided review too, at a sixth of the calls. */
export async function anotherRoom(system: TestSystem, order: Record<string, unknown> = {}) {
  let first = shared.get(system);
  if (first === undefined) {
    first = decidedReview(system);
    shared.set(system, first);
  }
  const decided = await first;
  const open = await openRoom(system, { framework_ids: [decided.frameworkId], ...order });
  return { ...open, decided };
}
