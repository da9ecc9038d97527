import { expect, test } from "vitest";
import { payloadFor } from "#infra/local/aws/eventbridge/input-transformer.ts";

const event = {
  id: "e1",
  source: "aws.ec2",
  detail: { state: 'say "hi"', list: [{ name: "n0" }], count: 2, inner: { a: [1] } },
};
const occasion = {
  event,
  ruleArn: "arn:rule",
  ruleName: "r",
  ingestedAt: "2026-01-01T00:00:00.000Z",
};
const transformed = (InputTemplate: string, InputPathsMap?: Record<string, string>) =>
  payloadFor({ InputTransformer: { InputTemplate, InputPathsMap } }, occasion);

test("the whole event goes in as JSON beside fixed text", () => {
  expect(transformed('{"tenant_id": "t-1", "event": <aws.events.event.json>}')).toEqual({
    tenant_id: "t-1",
    event,
  });
});

test("values go in as JSON outside text and as text inside it, with their quotation marks", () => {
  const paths = {
    state: "$.detail.state",
    name: "$.detail.list[0].name",
    inner: "$.detail.inner",
    count: "$.detail.count",
  };
  expect(
    transformed(
      '{"a": <state>, "b": "<state> by <name>: <count>", "c": <inner>, "d": "<inner>"}',
      paths,
    ),
  ).toEqual({
    a: 'say "hi"',
    b: 'say "hi" by n0: 2',
    c: { a: [1] },
    d: '{"a":[1]}',
  });
  expect(transformed('"state <state>"', paths)).toBe('state say "hi"');
});

test("what EventBridge knows by itself goes in by its reserved names", () => {
  expect(
    transformed(
      '["<aws.events.rule-arn>", <aws.events.rule-name>, <aws.events.event.ingestion-time>, <aws.events.event>]',
    ),
  ).toEqual(["arn:rule", "r", "2026-01-01T00:00:00.000Z", { id: "e1", source: "aws.ec2" }]);
});

test("a path that is not there leaves empty text", () => {
  expect(transformed('{"a": <x>, "b": "-<x>-"}', { x: "$.detail.none" })).toEqual({
    a: "",
    b: "--",
  });
});

test("a template that is no JSON in the end cannot be delivered", () => {
  expect(() => transformed("{<aws.events.rule-name>}")).toThrow();
});

test("fixed input and a part of the event stand in for the event", () => {
  expect(payloadFor({ Input: '{"a":1}' }, occasion)).toEqual({ a: 1 });
  expect(payloadFor({ InputPath: "$.detail.list" }, occasion)).toEqual([{ name: "n0" }]);
  expect(payloadFor({}, occasion)).toEqual(event);
});
