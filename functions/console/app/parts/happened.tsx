import type { ComponentChildren } from "preact";
import { Time } from "./basics.tsx";

/** One entry of a time line: what happened, when, and who did it if that is known. */
export const Happened = (props: {
  what: ComponentChildren;
  at: string;
  who?: string | null;
  /** It is not recorded yet. */
  isOpen?: boolean;
}) => (
  <li class={props.isOpen ? "open" : ""}>
    <p>{props.what}</p>
    <p class="soft fine">
      <Time iso={props.at} />
      {props.who && ` · ${props.who}`}
    </p>
  </li>
);
