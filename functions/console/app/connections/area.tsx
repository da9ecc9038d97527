import { Route, Switch } from "wouter-preact";
import { may } from "../shell/client.ts";
import { NotFound } from "../shell/frame.tsx";
import { AllRuns } from "./all-runs.tsx";
import { Connect } from "./connect.tsx";
import { ConnectionDetail } from "./detail.tsx";
import { Connections } from "./list.tsx";
import { RunDetail } from "./run.tsx";

export const Area = () => (
  <Switch>
    <Route path="/connections" component={Connections} />
    <Route path="/connections/new" component={may("createConnection") ? Connect : NotFound} />
    <Route path="/connections/runs" component={may("listAllDiscoveryRuns") ? AllRuns : NotFound} />
    <Route path="/connections/runs/:id">
      {({ id }) => (may("getDiscoveryRun") ? <RunDetail key={id} id={id} /> : <NotFound />)}
    </Route>
    <Route path="/connections/:id">{({ id }) => <ConnectionDetail key={id} id={id} />}</Route>
    <Route component={NotFound} />
  </Switch>
);
