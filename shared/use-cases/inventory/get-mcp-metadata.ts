import { DomainError } from "#shared/domain/errors.ts";
import { baseUrl, setting } from "#shared/platform/settings.ts";

/**
 * The metadata of the tools as a protected resource (RFC 9728), where agents find the sign-in provider.
 * API Gateway sends its own 401, which cannot name this address, so agents have to request it.
 * @throws DomainError `dependency_unavailable` when no provider is configured
 */
export function getMcpMetadata() {
  const issuer = setting("SIGN_IN_ISSUER_URL");
  if (issuer === undefined) {
    throw new DomainError("dependency_unavailable", "No sign-in provider is configured.");
  }
  return {
    resource: `${baseUrl()}/mcp`,
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
  };
}
