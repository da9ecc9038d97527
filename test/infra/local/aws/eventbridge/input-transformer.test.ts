import { expect, test } from "vitest";
import { payloadFor } from "#infra/local/aws/eventbridge/input-transformer.ts";

const event = { id: "e1", detail: { state: 'say "hi" $& $1', inner: { a: [1] } } };
const transformed = (InputTemplate: string) =>
  payloadFor({ InputTransformer: { InputTemplate } }, event);

test("the whole event is inserted as JSON beside fixed text, whatever it contains", () => {
  expect(transformed('{"tenant_id": "t-1", "event": <aws.events.event.json>}')).toEqual({
    tenant_id: "t-1",
    event,
  });
});

test("a template that does not yield JSON cannot be delivered", () => {
  expect(() => transformed("{<aws.events.event.json>}")).toThrow();
});

test("without a template the event itself is delivered", () => {
  expect(payloadFor({}, event)).toEqual(event);
});
