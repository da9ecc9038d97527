import { DomainError, type ErrorCode } from "#shared/domain/errors.ts";

/** The error texts for a thing that only one connection may have and that is already taken. */
const texts: Partial<Record<ErrorCode, string>> = {
  installation_already_connected:
    "This installation is already connected. If it is yours, have the source host deliver an event to your webhook URL and try again.",
  eventbus_connection_exists: "The tenant already has an eventbus connection.",
  connection_exists: "The tenant already has a connection with this audience and account.",
};

export const refusal = (code: ErrorCode): DomainError =>
  new DomainError(code, texts[code] ?? "Please repeat.");
