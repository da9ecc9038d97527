import { Redirect } from "wouter-preact";
import { screens } from "../shell/screens.tsx";
import { Ask } from "./ask.tsx";
import { Decisions } from "./decisions.tsx";
import { Verify } from "./verify.tsx";

export const Area = screens(
  ["/evidence", Ask],
  ["/evidence/decisions", Decisions],
  ["/evidence/verify", Verify],
  ["/evidence/wording", () => <Redirect to="/evidence" replace />],
);
