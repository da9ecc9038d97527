import { useEffect } from "preact/hooks";
import { Route, Router, Switch, useLocation } from "wouter-preact";
import { Home } from "../home/home.tsx";
import { Screen } from "../parts/basics.tsx";
import { may } from "./client.ts";
import { Frame, NotFound } from "./frame.tsx";
import { listenForKeys } from "./keys.ts";
import { later } from "./later.tsx";
import { entries, guarded, leaving } from "./navigation.ts";
import { session, signInFault } from "./session.ts";
import { t } from "./texts.ts";

const BASE = "/admin/console";

const areas = {
  reviews: later(() => import("../reviews/area.tsx")),
  counsel: later(() => import("../counsel/area.tsx")),
  frameworks: later(() => import("../frameworks/area.tsx")),
  evidence: later(() => import("../evidence/area.tsx")),
  setup: later(() => import("../setup/area.tsx")),
  tenants: later(() => import("../tenants/area.tsx")),
  connections: later(() => import("../connections/area.tsx")),
  discovery: later(() => import("../discovery/area.tsx")),
  extractors: later(() => import("../extractors/area.tsx")),
  audit: later(() => import("../audit/area.tsx")),
};

/** API Gateway knows Home without a slash at its end only. */
const plain = (path: string): string => (path === `${BASE}/` ? BASE : path);

/** The whole console: who is not signed in yet sees why, everybody else the screen of the address. */
export function App() {
  if (signInFault.value !== null) return <SignInFailed words={signInFault.value} />;
  if (session.value === null) {
    return (
      <main class="lone">
        <p class="soft" role="status">
          {t.signingIn} …
        </p>
      </main>
    );
  }
  return (
    <Router
      base={BASE}
      hrefs={plain}
      aroundNav={(go, to, options) => guarded(() => go(plain(to), options))}
    >
      <SignedIn />
    </Router>
  );
}

function SignedIn() {
  const [path, go] = useLocation();
  useEffect(() => listenForKeys(go), [go]);
  useEffect(keepFromLeaving, []);
  return <Frame>{isOffered(path) ? <Screens /> : <NotFound />}</Frame>;
}

/** Is the screen of this address for the person who is signed in? */
function isOffered(path: string): boolean {
  const entry = entries.find(
    ({ path: to }) => to !== "/" && (path === to || path.startsWith(`${to}/`)),
  );
  return entry === undefined || entry.needs.some(may);
}

const Screens = () => (
  <Switch>
    <Route path="/" component={Home} />
    <Route path="/reviews/*?">
      <areas.reviews />
    </Route>
    <Route path="/counsel/*?">
      <areas.counsel />
    </Route>
    <Route path="/coverage">
      <areas.frameworks />
    </Route>
    <Route path="/rule-books/*?">
      <areas.frameworks />
    </Route>
    <Route path="/audit/*?">
      <areas.audit />
    </Route>
    <Route path="/tenants/*?">
      <areas.tenants />
    </Route>
    <Route path="/setup/*?">
      <areas.setup />
    </Route>
    <Route path="/evidence/*?">
      <areas.evidence />
    </Route>
    <Route path="/extractors/*?">
      <areas.extractors />
    </Route>
    <Route path="/inventory/*?">
      <areas.discovery />
    </Route>
    <Route path="/connections/*?">
      <areas.connections />
    </Route>
    <Route component={NotFound} />
  </Switch>
);

/** While a screen asks to be asked, the browser's own ways out ask too. */
function keepFromLeaving(): () => void {
  let address = location.href;
  const onUnload = (event: BeforeUnloadEvent) => {
    if (leaving.value !== null) event.preventDefault();
  };
  const onPop = (event: PopStateEvent) => {
    if (leaving.value === null || location.href === address) return;
    const to = location.href;
    event.stopImmediatePropagation();
    history.pushState(null, "", address);
    guarded(() => location.assign(to));
  };
  const stop = leaving.subscribe(() => {
    address = location.href;
  });
  addEventListener("beforeunload", onUnload);
  addEventListener("popstate", onPop, { capture: true });
  return () => {
    stop();
    removeEventListener("beforeunload", onUnload);
    removeEventListener("popstate", onPop, { capture: true });
  };
}

function SignInFailed({ words }: { words: string }) {
  if (words === "") {
    return (
      <main class="lone">
        <Screen title={t.renewed} lead={t.renewedWords} />
      </main>
    );
  }
  return (
    <main class="lone">
      <Screen title={t.signInFailed} lead={t.signInFailedWords}>
        <p>
          <code>{words}</code>
        </p>
        <p>
          <button type="button" class="primary" onClick={() => location.assign(BASE)}>
            {t.tryAgain}
          </button>
        </p>
      </Screen>
    </main>
  );
}
