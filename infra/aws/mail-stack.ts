import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import * as ses from "aws-cdk-lib/aws-ses";
import type { Construct } from "constructs";
import { configurationSetOf } from "./naming.ts";
import type { Stage } from "./stage.ts";

/**
 * The stage's mail domain at SES (option `mailDomain`): an identity with Easy DKIM and its own MAIL
 * FROM, and the configuration set for sending. It tracks neither opens nor clicks, because both would
 * rewrite counsel's links. The operator enters the DNS records that the stack prints.
 */
export class MailStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & { stage: Stage; domain: string }) {
    super(scope, id, props);
    const { stage, domain } = props;
    const set = new ses.ConfigurationSet(this, "ConfigurationSet", {
      configurationSetName: configurationSetOf(stage.name),
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
    });
    set.addEventDestination("DefaultBus", {
      destination: ses.EventDestination.eventBus(EventBus.fromEventBusName(this, "Bus", "default")),
      events: [
        ses.EmailSendingEvent.DELIVERY,
        ses.EmailSendingEvent.BOUNCE,
        ses.EmailSendingEvent.REJECT,
        ses.EmailSendingEvent.COMPLAINT,
      ],
    });
    const identity = new ses.EmailIdentity(this, "Identity", {
      identity: ses.Identity.domain(domain),
      configurationSet: set,
      mailFromDomain: `bounce.${domain}`,
      feedbackForwarding: false,
    });
    const say = (name: string, value: string) => new CfnOutput(this, name, { value });
    for (const [index, { name, value }] of identity.dkimRecords.entries()) {
      say(`Dkim${index + 1}`, `${name} CNAME ${value}`);
    }
    say("MailFromMx", `bounce.${domain} MX 10 feedback-smtp.${this.region}.amazonses.com`);
    say("MailFromSpf", `bounce.${domain} TXT "v=spf1 include:amazonses.com ~all"`);
    say("Dmarc", `_dmarc.${domain} TXT "v=DMARC1; p=quarantine; adkim=r; aspf=r"`);
  }
}
