import { credentials } from "#infra/functions.ts";
import { type StageOptionName, stageOptions } from "#infra/options/stage-options.ts";
import { mailFromOf, otherDomainOf } from "./mail-sender.ts";
import { type Domain, optionsFileOf, type Stage } from "./stage.ts";

/*
 * Rules that one option's form cannot express: which options go together, and which contradict the
 * stage. Each function throws an Error with one sentence that names the option.
 */

/** A credential in the context would end up in the template. */
export function refuseCredentials(given: readonly string[]): void {
  if (given.length === 0) return;
  throw new Error(
    `${given.join(", ")}: credentials belong in the secret store (docs/deploying.md), not in context.`,
  );
}

/** A value set by hand would contradict what the stacks create. */
export function refuseGivenByStacks(given: readonly string[]): void {
  if (given.length === 0) return;
  throw new Error(`${given.join(", ")}: set by the stacks themselves; leave it out.`);
}

export function credentialsOf(given: readonly string[]): readonly string[] {
  const known = credentials.filter(({ isGiven }) => isGiven).map(({ name }) => name);
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length === 0) return given;
  throw new Error(`credentials: no function uses a credential named ${unknown.join(", ")}.`);
}

export function domainOf(
  nameOption: "domainName" | "formerDomainName",
  certificateOption: "certificateArn" | "formerCertificateArn",
  one: (key: StageOptionName) => string | null,
  region: string | null,
): Domain | null {
  const [name, certificateArn] = [one(nameOption), one(certificateOption)];
  if (name === null && certificateArn === null) return null;
  if (name === null || certificateArn === null) {
    throw new Error(`${nameOption} and ${certificateOption} go together.`);
  }
  const certificateRegion = certificateArn.split(":")[3] ?? "";
  if (region !== null && certificateRegion !== region) {
    throw new Error(
      `${certificateOption} must be a certificate of ${region}, where it is used, not of ${certificateRegion}.`,
    );
  }
  return { name, certificateArn };
}

export function issuerOf(url: string | null, audience: readonly string[]): Stage["issuer"] {
  if (url === null && audience.length === 0) return null;
  if (url === null || audience.length === 0) throw new Error("issuer and audience go together.");
  return { url, audience };
}

/** Without these, a deployment would go wherever the shell leads, and nobody would hear of its alarms. */
const neededToDeploy = ["account", "region", "alarmRecipients"] as const;

/** Lists everything that a deployment lacks at once, and says where to write it. */
export function refuseIncomplete(stage: string, given: readonly string[]): void {
  const missing = neededToDeploy.filter((name) => !given.includes(name));
  if (missing.length === 0) return;
  const example = Object.fromEntries(
    missing.map((name) => [name, stageOptions[name].example.split(",")[0]]),
  );
  throw new Error(
    `The stage ${stage} cannot be deployed without ${missing.join(", ")}. Put that into ` +
      `${optionsFileOf(stage)}, such as ${JSON.stringify(example)}. Nothing was done.`,
  );
}

/** `none` states on purpose that nobody receives alarms. */
export function refuseUnheard({ name, given }: Pick<Stage, "name" | "given">): void {
  if (given.includes("alarmRecipients")) return;
  throw new Error(
    `alarmRecipients is missing: nobody would hear of an alarm. Name who shall in ${optionsFileOf(name)}, or "none" if really nobody.`,
  );
}

/** With `mailDomain`, the courier may send with that identity alone. */
export function refuseOtherSender(stage: Stage): void {
  const domain = otherDomainOf(stage);
  if (domain === null) return;
  throw new Error(
    `MAIL_FROM must be an address of mailDomain, ${stage.mailDomain}, or of a domain below it, not of ${domain}.`,
  );
}

/** If two people are needed, counsel's links go by mail only. */
export function refuseLinksByHand(stage: Stage): void {
  if (!stage.twoPeople || mailFromOf(stage) !== null) return;
  throw new Error(
    "twoPeople needs a mail sender, because counsel's links are then sent only by mail: give mailDomain or MAIL_FROM.",
  );
}

/** There is one way to sign in, and no program handles anybody's password. */
export function refuseTwoSignIns({ signIn, issuer, adminPasswordAuth }: Stage): void {
  if (signIn.length === 0) return;
  if (issuer !== null) {
    throw new Error(
      "signIn and issuer exclude each other: with an issuer of your own, it federates.",
    );
  }
  if (adminPasswordAuth) {
    throw new Error(
      "signIn and adminPasswordAuth exclude each other: leave adminPasswordAuth out.",
    );
  }
}

export function recipientsOf(
  all: readonly string[],
  urgent: readonly string[],
): Stage["recipients"] {
  for (const [option, list] of [
    ["alarmRecipients", all],
    ["urgentAlarmRecipients", urgent],
  ] as const) {
    if (list.length > 1 && list.includes("none")) {
      throw new Error(`${option} must be recipients, or none alone.`);
    }
  }
  const named = (list: readonly string[]) => list.filter((one) => one !== "none");
  return { all: named(all), urgent: named(urgent) };
}

export function replicaRegions(regions: readonly string[], own: string | null): readonly string[] {
  if (own === null || !regions.includes(own)) return regions;
  throw new Error(`secretReplicaRegions must be other regions than the stage's own, ${own}.`);
}
