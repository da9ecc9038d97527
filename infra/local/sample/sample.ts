import { setTimeout as wait } from "node:timers/promises";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { EventBridge } from "#infra/local/aws/eventbridge/eventbridge.ts";
import type { LocalClock } from "#infra/local/clock.ts";
import { loadRuleBooks } from "#infra/local/rule-books.ts";
import type { Schedules } from "#infra/local/schedules.ts";
import type { SignIn } from "#infra/local/sign-in.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { inSittings, openCalendar } from "./calendar.ts";
import { openClient, type SampleClient } from "./client.ts";
import { counsel } from "./counsel.ts";
import type { CustomerEvent } from "./endpoint-created.ts";
import { legalWork } from "./legal-work.ts";
import { startModel } from "./model.ts";
import { plannedPanels } from "./panels.ts";
import { reviewsOf } from "./reviews.ts";
import { tenantWork } from "./tenant-work.ts";

/** The parts of a local run that the sample works with. */
export interface SampleParts {
  baseUrl: () => string;
  signIn: SignIn;
  clock: LocalClock;
  schedules: Schedules;
  events: Pick<EventBridge, "forward">;
  secretsUrl: string;
  secretPrefix: string;
  /** Deletes all rows and anchors. @param settings what the functions get besides the run's own */
  forget: (settings: Readonly<Record<string, string>>) => Promise<void>;
  /** Takes those settings back. */
  restore: () => Promise<void>;
}

/** The contents of a filled system. */
export interface Filled {
  counsel: number;
  reviews: number;
  panels: number;
  tenants: number;
}

const SEQUENCE = "sequence-log";
const LOGGED_WITHIN_MINUTES = 5;

/**
 * The sample half year: something of everything that the console can show, as it would have come about
 * during the 182 days before now. All of it goes through the API, with a clock that starts half a year
 * ago, so that the service itself makes the evidence, the log and the audit trail. The texts and the
 * days are the same every time; ids and keys are not.
 * @param isShort only a third of the reviews and changes, in which every state occurs
 * @throws DomainError `conflict` unless the system is empty; filling starts from nothing
 */
export async function fillHalfYear(parts: SampleParts, isShort: boolean): Promise<Filled> {
  const client = openClient(parts.baseUrl(), parts.signIn);
  await refuseUnlessEmpty(client);
  const model = await startModel();
  await parts.forget(model.settings);
  const calendar = openCalendar(parts.clock);
  const secrets = secretReader(parts);
  try {
    await loadRuleBooks({ baseUrl: parts.baseUrl(), signIn: parts.signIn });
    // The first run publishes the empty log; the second takes the rule books into it.
    await parts.schedules.run(SEQUENCE);
    await parts.schedules.run(SEQUENCE);
    const happenings = inSittings([
      ...legalWork(client, () => parts.schedules.run("expire-reviews"), isShort),
      ...tenantWork({
        client,
        isShort,
        secretOf: secrets.read,
        forward: (bus, envelope) => forward(parts, bus, envelope),
        runsEnded: () => runsEnded(client),
      }),
    ]);
    for (const [index, { day, minute, run }] of happenings.entries()) {
      calendar.to(day, minute);
      await run();
      // Once a minute would take too long. The log's watcher calls a row late after ten minutes.
      const next = happenings[index + 1];
      const isSoon = next?.day === day && next.minute - minute < LOGGED_WITHIN_MINUTES;
      if (!isSoon) await parts.schedules.run(SEQUENCE);
    }
  } finally {
    secrets.close();
    calendar.end();
    model.close();
    await parts.restore();
  }
  await parts.schedules.run("expire-reviews");
  await parts.schedules.run(SEQUENCE);
  const asked = plannedPanels.flatMap(({ members, delegation }) => [
    ...members,
    ...(delegation === undefined ? [] : [delegation]),
  ]);
  return {
    // Includes the delegate, whom one of them names.
    counsel: Object.keys(counsel).length + 1,
    reviews: reviewsOf(isShort).length + asked.length,
    panels: plannedPanels.length,
    tenants: 2,
  };
}

async function refuseUnlessEmpty({ admin }: SampleClient): Promise<void> {
  const lists = ["/admin/counsel", "/admin/tenants", "/admin/rule-reviews"];
  for (const path of lists) {
    const { items } = await admin("GET", `${path}?limit=1`);
    if (items.length === 0) continue;
    throw new DomainError(
      "conflict",
      "The sample half year starts with an empty system; this one has counsel, tenants or reviews. Start another with LOCAL_STATE_DIR=memory, or with a folder of its own.",
    );
  }
}

function forward(
  { events, clock }: SampleParts,
  bus: string,
  envelope: CustomerEvent,
): Promise<unknown> {
  const time = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
  const detail = { ...envelope.detail, eventTime: time };
  return events.forward(bus, {
    version: "0",
    id: crypto.randomUUID(),
    time,
    region: "us-east-1",
    resources: [],
    ...envelope,
    detail,
  });
}

async function runsEnded({ admin }: SampleClient): Promise<void> {
  for (const status of ["queued", "running"]) {
    for (;;) {
      const { items } = await admin("GET", `/admin/discovery-runs?status=${status}&limit=1`);
      if (items.length === 0) break;
      await wait(20);
    }
  }
}

function secretReader({ secretsUrl, secretPrefix }: SampleParts) {
  const client = new SecretsManagerClient({
    endpoint: secretsUrl,
    region: "us-east-1",
    credentials: { accessKeyId: "operator", secretAccessKey: "local" },
  });
  return {
    read: async (entry: string) => {
      const SecretId = `${secretPrefix}${entry}`;
      return (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? "";
    },
    close: () => client.destroy(),
  };
}
