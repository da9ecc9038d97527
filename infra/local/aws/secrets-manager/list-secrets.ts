import * as z from "zod";
import { fields, pageOf, parse, type Read } from "./calls.ts";
import { labelledVersionsOf, summaryOf } from "./describe-secret.ts";

const listInput = z.object({ MaxResults: fields.maxResults, NextToken: fields.nextToken });

/** ListSecrets: those that are not marked deleted, newest first. */
export const listSecrets: Read = (secrets, input) => {
  const asked = parse(listInput, input);
  const found = [...secrets.values()]
    .filter(({ deletionAt }) => deletionAt === null)
    .sort((a, b) => b.createdAt - a.createdAt || (a.name < b.name ? 1 : -1));
  const { page, nextToken } = pageOf(found, ({ name }) => name, asked);
  const list = page.map((secret) => ({
    ...summaryOf(secret),
    SecretVersionsToStages: labelledVersionsOf(secret),
  }));
  return { SecretList: list, NextToken: nextToken };
};
