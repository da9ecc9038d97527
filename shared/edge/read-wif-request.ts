import { type WifRequest, wifConnectSchema } from "#shared/domain/connections/wif-connect.ts";
import { wifRules } from "#shared/platform/issuer/cloudc-settings.ts";
import { parsePart } from "./input.ts";

/** The request for this deployment's host and suffix. @throws DomainError `validation_failed` */
export const readWifRequest = (body: unknown): WifRequest =>
  parsePart(wifConnectSchema(wifRules()), body);
