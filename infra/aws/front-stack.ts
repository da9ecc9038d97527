import {
  CfnOutput,
  Duration,
  Fn,
  SecretValue,
  Stack,
  type StackProps,
  Validations,
} from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import type { Construct } from "constructs";
import { ORIGIN_HEADER, pathsOf } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import type { ApiStack } from "./api-stack.ts";
import { frontSecretOf } from "./naming.ts";
import type { Stage } from "./stage.ts";

/** Longer than the API ever takes, so that the API's own answer arrives. */
const READ_TIMEOUT = Duration.seconds(35);

/** The paths whose answers are the same for everybody, as CloudFront patterns. */
const cacheablePaths = (): string[] => [
  ...new Set(
    allRoutes
      .filter(({ cacheable }) => cacheable)
      .flatMap(pathsOf)
      .map((path) => path.replaceAll(/\{[^{}]+\}/g, "*")),
  ),
];

/** A placeholder for a synthesis without a deployment. CloudFront would refuse it. */
const UNKNOWN_FIREWALL = "known-to-npm-run-deploy";

/**
 * CloudFront with AWS WAF (firewall-stack.ts) in front of the API (option `front`). It adds a secret
 * header, and the API answers nobody without it. The functions' environments contain the header's hash.
 */
export class FrontStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & { stage: Stage; api: ApiStack }) {
    super(scope, id, props);
    const { stage, api } = props;
    const { domain, front } = stage;
    if (domain === null || front === null) throw new Error("A front needs a domain.");
    const forwarded = {
      origin: new HttpOrigin(Fn.select(2, Fn.split("/", api.ownAddress)), {
        protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
        readTimeout: READ_TIMEOUT,
        customHeaders: {
          [ORIGIN_HEADER]: SecretValue.secretsManager(frontSecretOf(stage.name), {
            ...(front.secretVersion === null ? {} : { versionId: front.secretVersion }),
          }).unsafeUnwrap(),
        },
      }),
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
    };
    const cachePolicy = this.#asAnswersSay(stage.name);
    const distribution = new cloudfront.Distribution(this, "Distribution", {
      comment: `countersign-${stage.name}`,
      domainNames: [domain.name],
      certificate: Certificate.fromCertificateArn(this, "Certificate", domain.certificateArn),
      minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      webAclId: front.webAclArn ?? UNKNOWN_FIREWALL,
      // Nothing is cached, and no answer serves two requests: every caller gets their own answer.
      defaultBehavior: { ...forwarded, cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED },
      additionalBehaviors: Object.fromEntries(
        cacheablePaths().map((path) => [path, { ...forwarded, cachePolicy }]),
      ),
    });
    Validations.of(distribution).acknowledge(
      { id: "AwsSolutions-CFR1", reason: "Customers and counsel may be in any country." },
      {
        id: "AwsSolutions-CFR3",
        reason: "The API's access log has every request; CloudFront's would add paths with tokens.",
      },
    );
    new CfnOutput(this, "DomainTarget", {
      value: distribution.distributionDomainName,
      description: `Point ${domain.name} here (CNAME or alias)`,
    });
  }

  /**
   * Caches an answer for as long as its own headers say. AWS's policy of this kind also sends the
   * viewer's `Host` to the origin, and API Gateway answers 403 to a host other than its own.
   */
  #asAnswersSay(stage: string): cloudfront.CachePolicy {
    return new cloudfront.CachePolicy(this, "AsAnswersSay", {
      cachePolicyName: `countersign-${stage}-as-answers-say`,
      defaultTtl: Duration.seconds(0),
      queryStringBehavior: cloudfront.CacheQueryStringBehavior.all(),
      // An answer's CORS headers depend on it.
      headerBehavior: cloudfront.CacheHeaderBehavior.allowList("Origin"),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    });
  }
}
