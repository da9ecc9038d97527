import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import type { StateCall } from "#infra/local/aws/protocol/state-calls.ts";
import type { Bus, Buses, Rule } from "./bus.ts";

/** The context of a call, apart from its input. */
interface Circumstances {
  /** When the call arrived, in milliseconds since the epoch. */
  at: number;
  /** The account that owns this endpoint. */
  account: string;
  region: string;
  quotas: Quotas;
}

/** Quotas of one account and region; AWS's defaults are in {@link defaultQuotas}. */
export interface Quotas {
  buses: number;
  rulesPerBus: number;
  targetsPerRule: number;
  policyCharacters: number;
  patternCharacters: number;
}

export const defaultQuotas: Quotas = {
  buses: 100,
  rulesPerBus: 300,
  targetsPerRule: 5,
  policyCharacters: 10_240,
  patternCharacters: 2048,
};

export type Call = StateCall<Bus, Circumstances>;

export const DEFAULT_BUS = "default";

/** The members that several calls share. limits.ts defines which texts they accept. */
export const fields = {
  busName: z.string(),
  busNameOrArn: z.string().default(DEFAULT_BUS),
  ruleName: z.string(),
  description: z.string().optional(),
  tags: z
    .array(z.object({ Key: z.string(), Value: z.string() }))
    .max(50)
    .default([]),
};

/** Finds the bus by name or ARN. @throws AwsError `ResourceNotFoundException` if there is none */
export function mustFindBus(buses: Buses, nameOrArn: string): Bus {
  const name = busNameOf(nameOrArn);
  const bus = buses.get(name);
  if (bus !== undefined) return bus;
  throw new AwsError("ResourceNotFoundException", `Event bus ${name} does not exist.`);
}

export const busNameOf = (nameOrArn: string): string =>
  nameOrArn.startsWith("arn:") ? nameOrArn.slice(nameOrArn.indexOf("/") + 1) : nameOrArn;

export function mustFindRule(bus: Bus, name: string): Rule {
  const rule = bus.rules.find((entry) => entry.name === name);
  if (rule !== undefined) return rule;
  throw new AwsError(
    "ResourceNotFoundException",
    `Rule ${name} does not exist on EventBus ${bus.name}.`,
  );
}

export const limitExceeded = (): AwsError =>
  new AwsError(
    "LimitExceededException",
    "The requested resource exceeds the maximum number allowed.",
  );
