import { Route, Switch } from "wouter-preact";
import { NotFound } from "../shell/frame.tsx";
import { TenantDetail } from "./detail.tsx";
import { Tenants } from "./list.tsx";

export const Area = () => (
  <Switch>
    <Route path="/tenants" component={Tenants} />
    <Route path="/tenants/:id">{({ id }) => <TenantDetail key={id} id={id} />}</Route>
    <Route component={NotFound} />
  </Switch>
);
