import { Route, Switch } from "wouter-preact";
import { NotFound } from "../shell/frame.tsx";
import { EndpointDetail } from "./detail.tsx";
import { EditEndpoint } from "./edit.tsx";
import { Endpoints } from "./list.tsx";
import { NewEndpoint } from "./new.tsx";

export const Area = () => (
  <Switch>
    <Route path="/webhooks" component={Endpoints} />
    <Route path="/webhooks/new" component={NewEndpoint} />
    <Route path="/webhooks/:id">{({ id }) => <EndpointDetail key={id} id={id} />}</Route>
    <Route path="/webhooks/:id/edit">{({ id }) => <EditEndpoint key={id} id={id} />}</Route>
    <Route component={NotFound} />
  </Switch>
);
