/** What a target makes of an event before it is handed over (PutTargets). */
export interface TargetInput {
  InputTransformer?: { InputTemplate: string } | undefined;
}

const WHOLE_EVENT = "<aws.events.event.json>";

/**
 * The payload that a function is handed: the event, or the template with the event in its place.
 * @throws Error when a template does not end up as JSON: such an event cannot be delivered
 */
export function payloadFor({ InputTransformer }: TargetInput, event: unknown): unknown {
  if (InputTransformer === undefined) return event;
  // The event's text is handed over by a function: in a plain replacement `$&` would mean something.
  const text = InputTransformer.InputTemplate.replaceAll(WHOLE_EVENT, () => JSON.stringify(event));
  return JSON.parse(text);
}
