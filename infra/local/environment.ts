import { randomBytes } from "node:crypto";
import { type FunctionUnit, settingsOf } from "#infra/functions.ts";
import type { ResourceArns } from "#infra/policies/statement.ts";
import { languages } from "#shared/domain/language.ts";
import { generatedCredentials } from "#shared/domain/setup/credentials.ts";
import packageJson from "../../package.json" with { type: "json" };
import { LOCAL_SECRET_KEY } from "./aws/iam/signed-caller.ts";
import { MAIL_FROM, REGION } from "./aws/resources.ts";
import { endpointSettings, type RunningServices, serviceSettings } from "./aws/services.ts";
import { credentialsInEnvironment } from "./credentials.ts";
import { PROVIDER_MOUNT } from "./sign-in/provider.ts";
import { CONSOLE_CLIENT } from "./sign-in.ts";

type Settings = Record<string, string | undefined>;

export interface Sources {
  arns: ResourceArns;
  /** The settings that the run was started with, and those that it lends functions for a while. */
  given: () => Readonly<Settings>;
  services: RunningServices;
  /** The API's address as callers see it. */
  publicUrl: () => string;
  /** The API's address on this machine, the only one where people sign in. */
  ownUrl: () => string;
  /** The evidence log's name. */
  logOrigin: () => string;
}

/** All settings of the run, and each function's environment, which has only its own settings. */
export function environmentsOf({ arns, given, services, publicUrl, ownUrl, logOrigin }: Sources) {
  // New for each run, so that cursors and links from this run are of no use in the next one.
  const generated = Object.fromEntries(
    generatedCredentials.map((name) => [name, randomBytes(32).toString("hex")]),
  );
  const settings = (own = given()): Settings => ({
    ...own,
    STAGE: arns.stage,
    WORKER_INVOKE_ENABLED: own.WORKER_INVOKE_ENABLED ?? "true",
    MAIL_FROM: own.MAIL_FROM ?? MAIL_FROM,
    COUNSEL_LANGUAGES: own.COUNSEL_LANGUAGES ?? languages.join(","),
    VERSION: packageJson.version,
    BASE_URL: publicUrl(),
    ...generated,
    LOG_ORIGIN: logOrigin(),
    SIGN_IN_ISSUER_URL: `${ownUrl()}${PROVIDER_MOUNT}`,
    SIGN_IN_CLIENT_ID: CONSOLE_CLIENT,
    ...serviceSettings(services),
  });
  const of = (unit: FunctionUnit): Record<string, string> => {
    const values = settings();
    const names = [...settingsOf(unit), ...credentialsInEnvironment(unit, arns.stage)];
    const named = names.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return {
      ...Object.fromEntries(named),
      ...endpointSettings(services),
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: unit.id,
      AWS_SECRET_ACCESS_KEY: LOCAL_SECRET_KEY,
      AWS_LAMBDA_FUNCTION_NAME: unit.id,
    };
  };
  return { settings, of };
}
