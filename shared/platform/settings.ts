import { withoutTrailing } from "#shared/domain/trailing.ts";

/** Settings come from the environment, set by CDK or the local run; read when they are needed. */
export function setting(name: string): string | undefined {
  const value = process.env[name];
  return value === undefined || value === "" ? undefined : value;
}

export function requiredSetting(name: string): string {
  const value = setting(name);
  if (value === undefined) throw new Error(`The setting ${name} is missing.`);
  return value;
}

/** `local`, `test` or a deployed stage's name. */
export const stageName = (): string => setting("STAGE") ?? "local";

/** Stages in which development defaults are accepted (contract, "Signature and seal"). */
export const isDevelopmentStage = (): boolean => ["local", "test"].includes(stageName());

const withoutTrailingSlash = (url: string): string => withoutTrailing("/", url);

export const baseUrl = (): string => withoutTrailingSlash(requiredSetting("BASE_URL"));
export const appUrl = (): string => withoutTrailingSlash(setting("APP_URL") ?? baseUrl());

/**
 * The issuer as discovery document and `iss` claim name it, byte for byte. From configuration, never
 * from a request.
 */
export const issuerUrl = (): string =>
  withoutTrailingSlash(setting("OIDC_ISSUER_URL") ?? `${baseUrl()}/oidc`);
