import type { CredentialName } from "#shared/domain/setup/credentials.ts";
import { withoutTrailing } from "#shared/domain/text/text.ts";
import type { SettingName } from "#shared/routes/contract/settings.ts";

/** The variables that Lambda itself and the local run add to a function's environment. */
type Surrounding = `AWS_${string}` | "LD_LIBRARY_PATH" | "_X_AMZN_TRACE_ID";

/**
 * Settings come from the environment, set by CDK or the local run; they are read when needed.
 * Credentials are not among them: see `credential`.
 */
export function setting(name: SettingName | Surrounding): string | undefined {
  const value = process.env[name];
  return value === undefined || value === "" ? undefined : value;
}

/** A credential in the environment, which counts only in the stages `local` and `test`. */
export function developmentCredential(name: CredentialName): string | undefined {
  const value = isDevelopmentStage() ? process.env[name] : undefined;
  return value === "" ? undefined : value;
}

export function requiredSetting(name: SettingName | Surrounding): string {
  const value = setting(name);
  if (value === undefined) throw new Error(`The setting ${name} is missing.`);
  return value;
}

/** `local`, `test` or a deployed stage's name. */
export const stageName = (): string => setting("STAGE") ?? "local";

/** Stages in which development defaults are accepted (contract, "Signature and seal"). */
export const isDevelopment = (stage: string): boolean => ["local", "test"].includes(stage);

export const isDevelopmentStage = (): boolean => isDevelopment(stageName());

/** Whether counsel take part only while a second person has confirmed who they are. */
export const twoPeople = (): boolean => setting("TWO_PEOPLE") === "true";

const withoutTrailingSlash = (url: string): string => withoutTrailing("/", url);

export const baseUrl = (): string => withoutTrailingSlash(requiredSetting("BASE_URL"));
export const appUrl = (): string => withoutTrailingSlash(setting("APP_URL") ?? baseUrl());

/** The name of the evidence log, which its keys and checkpoints carry; it never changes. */
export const logOrigin = (): string => requiredSetting("LOG_ORIGIN");

/** The operation of the route tables that this function serves; the function's name ends in it. */
export const ownOperation = (): string =>
  requiredSetting("AWS_LAMBDA_FUNCTION_NAME").split("-").at(-1) ?? "";

/**
 * The issuer's address, as the discovery document and `iss` name it, byte for byte; never taken from a
 * request.
 */
export const issuerUrl = (): string =>
  withoutTrailingSlash(setting("OIDC_ISSUER_URL") ?? `${baseUrl()}/oidc`);
