import type { Item } from "../shell/client.ts";
import { Badge, type Tone } from "./basics.tsx";
import { lawTexts } from "./law-texts.ts";
import { WebLink } from "./web-link.tsx";

type State = Item<"listRules">["in_force"];

export const lawTones: Readonly<Record<State, Tone>> = {
  in_force: "sound",
  not_yet: "wait",
  delayed: "warn",
  suspended: "bad",
  ended: "quiet",
};

/** Whether a law applies and, if an event decides that, which one. */
export const LawState = (props: {
  in_force: State;
  enforcement: {
    kind: keyof typeof lawTexts.kinds;
    authority: string;
    citation_url: string;
  } | null;
}) => (
  <>
    <Badge tone={lawTones[props.in_force]}>{lawTexts.states[props.in_force]}</Badge>
    {props.enforcement && (
      <p class="fine">
        {lawTexts.kinds[props.enforcement.kind]}:{" "}
        <WebLink url={props.enforcement.citation_url} label={props.enforcement.authority} />
      </p>
    )}
  </>
);
