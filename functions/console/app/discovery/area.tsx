import { Route, Switch } from "wouter-preact";
import { NotFound } from "../shell/frame.tsx";
import { ArtifactDetail } from "./detail.tsx";
import { Inventory } from "./inventory.tsx";

export const Area = () => (
  <Switch>
    <Route path="/inventory" component={Inventory} />
    <Route path="/inventory/:id">{({ id }) => <ArtifactDetail key={id} id={id} />}</Route>
    <Route component={NotFound} />
  </Switch>
);
