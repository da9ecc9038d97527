import { useErrorBoundary, useLayoutEffect } from "preact/hooks";
import { Router, useLocation } from "wouter-preact";
import { askHomeAhead, Home } from "../home/home.tsx";
import { Screen } from "../parts/basics.tsx";
import { type Area, areaOf, firstWord } from "./areas.ts";
import { keepFocus } from "./focus.ts";
import { Frame, NotFound } from "./frame.tsx";
import { listenForKeys } from "./keys.ts";
import { type LazyArea, lazyArea } from "./lazy-area.tsx";
import { entries, guarded, isOffered, leaving } from "./navigation.ts";
import { BASE, preload } from "./preload.ts";
import { session, signInFault } from "./session.ts";
import { t } from "./texts.ts";

const areas: Readonly<Record<Area, LazyArea>> = {
  reviews: lazyArea(() => import("../reviews/area.tsx")),
  counsel: lazyArea(() => import("../counsel/area.tsx")),
  frameworks: lazyArea(() => import("../frameworks/area.tsx")),
  clearance: lazyArea(() => import("../clearance/area.tsx")),
  evidence: lazyArea(() => import("../evidence/area.tsx")),
  setup: lazyArea(() => import("../setup/area.tsx")),
  tenants: lazyArea(() => import("../tenants/area.tsx")),
  connections: lazyArea(() => import("../connections/area.tsx")),
  discovery: lazyArea(() => import("../discovery/area.tsx")),
  extractors: lazyArea(() => import("../extractors/area.tsx")),
  webhooks: lazyArea(() => import("../webhooks/area.tsx")),
  machines: lazyArea(() => import("../machines/area.tsx")),
  rooms: lazyArea(() => import("../rooms/area.tsx")),
  audit: lazyArea(() => import("../audit/area.tsx")),
};

/** The component for a path below the console's; null for Home and unknown paths. */
function screenAt(path: string): LazyArea | null {
  const word = firstWord(path);
  return Object.hasOwn(areaOf, word) ? areas[areaOf[word as keyof typeof areaOf]] : null;
}

/** Loads the script of an address's screen before the screen is shown. */
export function prepare(address: string): void {
  preload(address);
  screenAt(address.slice(BASE.length))?.prepare();
}

/** Sends the current screen's first requests while the frame around it renders. */
export function askFirst(): void {
  const path = location.pathname.slice(BASE.length);
  if (!isScreenOffered(path)) return;
  if (path === "" || path === "/") askHomeAhead();
  else screenAt(path)?.ahead(path);
}

/** API Gateway only knows Home without a trailing slash. */
const plain = (path: string): string => (path === `${BASE}/` ? BASE : path);

/** The whole console: until signed in, the user sees why not; then the screen for the address. */
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
  useLayoutEffect(() => listenForKeys(go), [go]);
  useLayoutEffect(keepFromLeaving, []);
  useLayoutEffect(keepFocus, []);
  useLayoutEffect(() => preload(BASE + path), [path]);
  return <Frame>{isScreenOffered(path) ? <Screens path={path} /> : <NotFound />}</Frame>;
}

/** Whether the signed-in user may see the screen of this address. */
function isScreenOffered(path: string): boolean {
  const entry = entries.find(
    ({ path: to }) => to !== "/" && (path === to || path.startsWith(`${to}/`)),
  );
  return entry === undefined || isOffered(entry);
}

function Screens({ path }: { path: string }) {
  // An error in one screen does not affect others: the next address starts fresh.
  const [fault, forget] = useErrorBoundary();
  useLayoutEffect(() => {
    if (fault !== undefined) forget();
  }, [path]);
  if (fault !== undefined) return <Screen title={t.screenFailed} lead={t.screenFailedWords} />;
  const Shown = screenAt(path);
  if (Shown !== null) return <Shown.Screens />;
  return path === "/" ? <Home /> : <NotFound />;
}

/** While a screen asks before the user leaves it, the browser's ways of leaving ask, too. */
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
