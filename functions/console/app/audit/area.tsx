import { Route, Switch } from "wouter-preact";
import { NotFound } from "../shell/frame.tsx";
import { AuditList } from "./list.tsx";
import { AuditRowDetail } from "./row.tsx";

export const Area = () => (
  <Switch>
    <Route path="/audit" component={AuditList} />
    <Route path="/audit/row/:at/:id">
      {({ at, id }) => (
        <AuditRowDetail key={id} at={decodeURIComponent(at)} id={decodeURIComponent(id)} />
      )}
    </Route>
    <Route component={NotFound} />
  </Switch>
);
