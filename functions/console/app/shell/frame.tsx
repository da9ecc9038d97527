import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { type Person, seesPlatform } from "#shared/domain/tenants/tenant.ts";
import { visibleLine } from "#shared/domain/text/text.ts";
import { Copy, LinkButton, Screen } from "../parts/basics.tsx";
import { Dialog } from "../parts/confirm.tsx";
import { Tick } from "../parts/tick.tsx";
import { keysOn, keysShown, searchShown, switchKeys } from "./keys.ts";
import { LazySearch, prepareSearch } from "./lazy-search.tsx";
import { entries, isOffered, leaving, wanted } from "./navigation.ts";
import { BASE, preload } from "./preload.ts";
import { askedAgain, giveUpSignIn, session, signInAgain, signOut } from "./session.ts";
import { t } from "./texts.ts";
import { unawaited } from "./unawaited.ts";

/** What surrounds every screen: brand, navigation by role, and the signed-in user. */
export function Frame({ children }: { children: ComponentChildren }) {
  const person = session.value?.person;
  const hasRole = person !== undefined && (seesPlatform(person) || person.tenantId !== null);
  useEffect(() => (hasRole ? prepareSearch() : undefined), [hasRole]);
  return (
    <>
      <a class="skip" href="#main">
        {t.skip}
      </a>
      <div class={hasRole ? "frame" : "frame bare"}>
        <Side hasRole={hasRole} />
        <main id="main" tabIndex={-1}>
          {hasRole ? children : <NoRole />}
        </main>
      </div>
      {askedAgain.value && <SignInAgain />}
      {keysShown.value && <Keys />}
      {searchShown.value && <LazySearch />}
      {wanted.value && <Leave go={wanted.value} />}
    </>
  );
}

function Side({ hasRole }: { hasRole: boolean }) {
  const [path] = useLocation();
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => setOpen(false), [path]);
  return (
    <header class={isOpen ? "side open" : "side"}>
      <div class="top">
        <p class="brand">
          <Link href="/" class="wordmark">
            {t.brand}
          </Link>
        </p>
        {hasRole && (
          <button
            type="button"
            class="find"
            title="/ · Ctrl K"
            onClick={() => (searchShown.value = true)}
          >
            {t.search}
          </button>
        )}
        {hasRole && (
          <button
            type="button"
            class="menu"
            aria-expanded={isOpen}
            aria-controls="navigation"
            onClick={() => setOpen(!isOpen)}
          >
            {t.menu}
          </button>
        )}
      </div>
      <div id="navigation" class="fold">
        {hasRole && <Navigation path={path} />}
        <SignedInAs />
      </div>
    </header>
  );
}

function Navigation({ path }: { path: string }) {
  const offered = entries.filter(isOffered);
  const groups = [...new Set(offered.map(({ group }) => group))];
  const isAt = (to: string) =>
    to === "/" ? path === "/" : path === to || path.startsWith(`${to}/`);
  return (
    <nav aria-label={t.navigation}>
      {groups.map((group) => (
        <ul key={group ?? ""} {...(group ? { "aria-label": t.groups[group] } : {})}>
          {offered
            .filter((entry) => entry.group === group)
            .map(({ path: to, label, key }) => (
              <li key={to}>
                <Link
                  href={to}
                  {...(isAt(to) ? { "aria-current": "page" } : {})}
                  onPointerEnter={() => preload(BASE + to)}
                  onFocus={() => preload(BASE + to)}
                  title={`g ${key}`}
                >
                  {label}
                </Link>
              </li>
            ))}
        </ul>
      ))}
    </nav>
  );
}

const roleOf = (): string => {
  const person = session.value?.person;
  if (person?.isPlatformAdmin) return t.roles.platform;
  if (person?.isReader) return t.roles.reader;
  if (!person?.tenantId) return t.roles.none;
  return person.orgRole === "admin" ? t.roles.admin : t.roles.member;
};

const nameOf = (person: Person | undefined): string =>
  visibleLine(person?.email ?? person?.userId ?? "");

/** An e-mail address that wraps before its host rather than in the middle of a word. */
const Broken = ({ text }: { text: string }) =>
  text.split("@").map((part, index) => [index > 0 && <wbr key={part} />, index > 0 && "@", part]);

function SignedInAs() {
  return (
    <div class="who">
      <p>
        <span class="vh">{t.signedInAs} </span>
        <Broken text={nameOf(session.value?.person)} />
        <br />
        <span class="soft">{roleOf()}</span>
      </p>
      <p class="row">
        <button type="button" class="small" onClick={() => unawaited(signOut())}>
          {t.signOut}
        </button>
        <button type="button" class="small" onClick={() => (keysShown.value = true)}>
          {t.keys}
        </button>
      </p>
    </div>
  );
}

function NoRole() {
  const { email, userId = "" } = session.value?.person ?? {};
  const who = `${email ?? ""} ${userId}`.trim();
  return (
    <Screen title={t.noRole} lead={t.noRoleWords}>
      <p>
        <code>{who}</code> <Copy text={who} of={t.signedInAs} />
      </p>
    </Screen>
  );
}

export const NotFound = () => (
  <Screen title={t.notFound} lead={t.notFoundWords}>
    <p>
      <LinkButton to="/" label={t.goHome} />
    </p>
  </Screen>
);

const SignInAgain = () => (
  <Dialog title={t.endedTitle} onClose={giveUpSignIn}>
    <p>{t.endedWords}</p>
    <div role="alert">
      {askedAgain.value?.isBlocked && <p>{t.endedBlocked}</p>}
      {askedAgain.value?.other && (
        <p>{t.endedOther(nameOf(session.value?.person), nameOf(askedAgain.value.other))}</p>
      )}
    </div>
    <div class="actions">
      <button type="button" class="primary" onClick={() => unawaited(signInAgain())}>
        {t.endedAgain}
      </button>
      <button type="button" onClick={giveUpSignIn}>
        {t.endedLater}
      </button>
    </div>
  </Dialog>
);

function Keys() {
  const offered = entries.filter(isOffered);
  return (
    <Dialog title={t.keysTitle} onClose={() => (keysShown.value = false)}>
      <dl class="keys">
        {t.keysList.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
        {offered.map(({ key, label }) => (
          <div key={key}>
            <dt>
              <kbd>g {key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <p class="check">
        <Tick id="keys-on" isOn={keysOn.value} onTick={switchKeys}>
          {t.keysOn}
        </Tick>
      </p>
      <div class="actions">
        <button type="button" onClick={() => (keysShown.value = false)}>
          {t.close}
        </button>
      </div>
    </Dialog>
  );
}

function Leave({ go }: { go: () => void }) {
  const stay = () => (wanted.value = null);
  const leave = () => {
    leaving.value = null;
    wanted.value = null;
    go();
  };
  return (
    <Dialog title={t.leaveTitle} onClose={stay}>
      <p>{leaving.value?.question}</p>
      <div class="actions">
        <button type="button" class="primary" onClick={stay}>
          {t.leaveStay}
        </button>
        <button type="button" onClick={leave}>
          {t.leaveGo}
        </button>
      </div>
    </Dialog>
  );
}
