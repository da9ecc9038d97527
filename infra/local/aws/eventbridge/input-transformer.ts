/** How a target transforms an event before delivery (PutTargets). */
export interface TargetInput {
  InputTransformer?: { InputTemplate: string } | undefined;
}

const WHOLE_EVENT = "<aws.events.event.json>";

/**
 * The payload for the function: the event, or the template with the event inserted.
 * @throws Error when the result is not JSON, because such an event cannot be delivered
 */
export function payloadFor({ InputTransformer }: TargetInput, event: unknown): unknown {
  if (InputTransformer === undefined) return event;
  // A replacer function: in a plain replacement string, `$&` would have a special meaning.
  const text = InputTransformer.InputTemplate.replaceAll(WHOLE_EVENT, () => JSON.stringify(event));
  return JSON.parse(text);
}
