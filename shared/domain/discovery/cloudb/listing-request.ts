import { withoutTrailing } from "#shared/domain/text/text.ts";
import { type KindRow, services } from "./kinds.ts";

/** The unsigned request for one page of a list. */
export interface ListingRequest {
  /** The service name in the SigV4 signature. */
  service: string;
  region: string;
  method: "GET" | "POST";
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** A page size that every listing accepts. */
const PAGE_SIZE = 100;

/**
 * The call that lists a kind in a region. SageMaker uses JSON 1.1: one path, the operation in a
 * header. Bedrock uses REST: page size and token are in the query of a GET, in the body of a POST.
 * @param base the service's address, with the placeholder `{region}`
 * @param nextToken the token from the previous page; null: the first page
 */
export function listingRequest(
  row: KindRow,
  base: string,
  region: string,
  nextToken: string | null,
): ListingRequest {
  const { method, operation, path, service } = row;
  const url = `${withoutTrailing("/", base.replaceAll("{region}", region))}${path}`;
  const common = { service: services[service].signedAs, region, method };
  if (service === "sagemaker") {
    return {
      ...common,
      url,
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": `SageMaker.${operation}`,
      },
      body: JSON.stringify({
        MaxResults: PAGE_SIZE,
        ...(nextToken === null ? {} : { NextToken: nextToken }),
      }),
    };
  }
  const token = nextToken === null ? {} : { nextToken };
  if (method === "GET") {
    const query = new URLSearchParams({ maxResults: String(PAGE_SIZE), ...token });
    return { ...common, url: `${url}?${query}` };
  }
  return {
    ...common,
    url,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ maxResults: PAGE_SIZE, ...token }),
  };
}
