import * as cognito from "aws-cdk-lib/aws-cognito";
import type { Construct } from "constructs";
import { addressClaimOf, type SignInEntry } from "#infra/options/sign-in-entries.ts";

/*
 * Organisations whose people sign in with their own provider (trust.md, section 2). The user pool
 * recognises each by the domain of its e-mail addresses, so the sign-in page asks for the address
 * first.
 */

/** The attribute that keeps the role that a provider's groups gave. Nobody can write it themselves. */
export const GROUPS_ATTRIBUTE = "idp_groups";

/** Creates a provider in the pool for each entry. It maps neither the tenant nor any right. */
export function identityProvidersOf(
  scope: Construct,
  userPoolId: string,
  entries: readonly SignInEntry[],
): void {
  for (const entry of entries) {
    new cognito.CfnUserPoolIdentityProvider(scope, `Provider-${entry.name}`, {
      userPoolId,
      providerName: entry.name,
      providerType: entry.kind === "saml" ? "SAML" : "OIDC",
      idpIdentifiers: [entry.domain],
      attributeMapping: { email: addressClaimOf(entry), [`custom:${GROUPS_ATTRIBUTE}`]: "groups" },
      providerDetails: detailsOf(entry),
    });
  }
}

function detailsOf(entry: SignInEntry): Record<string, string> {
  if (entry.kind === "saml") {
    return { MetadataURL: entry.metadataUrl, IDPSignout: "false", EncryptedResponses: "false" };
  }
  return {
    oidc_issuer: entry.issuer,
    client_id: entry.clientId,
    // CloudFormation reads the secret during the deployment, so that no template contains it.
    client_secret: `{{resolve:secretsmanager:${entry.clientSecretName}:SecretString}}`,
    authorize_scopes: "openid email profile",
    attributes_request_method: "GET",
  };
}
