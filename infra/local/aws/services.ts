import { dynamodb } from "./dynamodb/service.ts";
import { eventbridge } from "./eventbridge/service.ts";
import { kms } from "./kms/service.ts";
import { s3 } from "./s3/service.ts";
import { secretsManager } from "./secrets-manager/service.ts";
import type { AwsService, PutBack, RunningService, ServiceContext } from "./service.ts";
import { ses } from "./ses/service.ts";

/** The emulated AWS services, by their names in endpoints.json. */
const services = {
  dynamodb,
  secretsmanager: secretsManager,
  events: eventbridge,
  kms,
  s3,
  ses,
} satisfies Record<string, AwsService>;

type Name = keyof typeof services;

export type RunningServices = {
  [N in Name]: Awaited<ReturnType<(typeof services)[N]["start"]>>;
};

/**
 * Starts all services.
 * @param onClose called for each service that has started, even if another one failed to start
 */
export async function startServices(
  context: ServiceContext,
  onClose: (step: () => Promise<void>) => void,
): Promise<RunningServices> {
  const started = await Promise.allSettled(
    Object.entries(services).map(async ([name, service]) => {
      const running = await service.start(context);
      onClose(running.close);
      return [name, running];
    }),
  );
  const failed = started.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
  const running: RunningServices = Object.fromEntries(
    started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
  );
  context.faults.onServices?.(running);
  return running;
}

/** Remembers the state of all services. @returns a function that restores it */
export async function keepAll(running: RunningServices): Promise<PutBack> {
  const all: readonly RunningService[] = Object.values(running);
  const kept = await Promise.all(all.map((service) => service.keep?.()));
  return async () => {
    await Promise.all(kept.map((putBack) => putBack?.()));
  };
}

/** Each service's address, by the environment variable that SDK clients read. */
export const endpointSettings = (running: RunningServices): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services).map(([name, { sdkName }]) => [
      `AWS_ENDPOINT_URL_${sdkName}`,
      running[name as Name].url,
    ]),
  );

/** Each service's address, by its name in endpoints.json. */
export const addressesOf = (running: RunningServices): Record<Name, string> =>
  mapServices(running, ({ url }) => url);

/** The settings that the deployment would give the functions. */
export const serviceSettings = (running: RunningServices): Record<string, string> =>
  Object.assign({}, ...Object.values(mapServices(running, ({ settings }) => settings ?? {})));

function mapServices<T>(
  running: RunningServices,
  change: (service: { url: string; settings?: Readonly<Record<string, string>> }) => T,
): Record<Name, T> {
  const entries = Object.entries(running).map(([name, service]) => [name, change(service)]);
  return Object.fromEntries(entries);
}
