import { expect, test } from "vitest";
import { createLane } from "#shared/domain/discovery/lane.ts";
import { askHost } from "#shared/domain/discovery/sourcehost/host-api.ts";
import type { HttpAnswer } from "#shared/domain/discovery/upstream.ts";

const LANES = 4;
const REQUESTS = 12;
const LIMITED_MS = 1000;

const answer = (status: number, retryAfter: string | null): HttpAnswer => ({
  reached: true,
  status,
  retryAfter,
  text: "{}",
});

test("a rate limit that one request meets holds for every lane", async () => {
  let [now, quietUntil] = [0, 0];
  const sentAt: number[] = [];
  const ports = {
    apiUrl: "https://host.example",
    token: async () => ({ ok: true as const, token: "t" }),
    stopping: () => false,
    random: () => 0,
    now: () => now,
    sleep: async (ms: number) => {
      const until = now + ms;
      await new Promise(setImmediate);
      now = Math.max(now, until);
      return true;
    },
    lane: createLane(LANES),
    quiet: {
      until: async () => quietUntil,
      note: async (until: number) => {
        quietUntil = until;
      },
    },
    http: async () => {
      sentAt.push(now);
      // The first request is refused. The requests in flight beside it take longer.
      const isFirst = sentAt.length === 1;
      for (let i = 0; i < (isFirst ? 1 : 50); i += 1) await Promise.resolve();
      return isFirst ? answer(429, `${LIMITED_MS / 1000}`) : answer(200, null);
    },
  };
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, (_, i) => askHost(`/repos/${i}`, (body) => body, ports)),
  );
  expect(answers).toEqual(Array(REQUESTS).fill({ outcome: "read", body: {} }));
  expect(sentAt).toHaveLength(REQUESTS + 1);
  expect(sentAt.slice(0, LANES)).toEqual(Array(LANES).fill(0));
  expect(Math.min(...sentAt.slice(LANES))).toBeGreaterThanOrEqual(LIMITED_MS);
});
