import { Route, Switch } from "wouter-preact";
import { NotFound } from "../shell/frame.tsx";
import { Search } from "./search.tsx";
import { Verify } from "./verify.tsx";
import { Wording } from "./wording.tsx";

export const Area = () => (
  <Switch>
    <Route path="/evidence" component={Search} />
    <Route path="/evidence/wording" component={Wording} />
    <Route path="/evidence/verify" component={Verify} />
    <Route component={NotFound} />
  </Switch>
);
