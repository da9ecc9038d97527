import { Redirect, Route, Switch } from "wouter-preact";
import { NotFound } from "../shell/frame.tsx";
import { Ask } from "./ask.tsx";
import { Decisions } from "./decisions.tsx";
import { Verify } from "./verify.tsx";

export const Area = () => (
  <Switch>
    <Route path="/evidence" component={Ask} />
    <Route path="/evidence/decisions" component={Decisions} />
    <Route path="/evidence/verify" component={Verify} />
    <Route path="/evidence/wording">
      <Redirect to="/evidence" replace />
    </Route>
    <Route component={NotFound} />
  </Switch>
);
