import {
  createFlowClient,
  type FlowAccess,
  linkedProfile,
  readVerificationUrl,
  redeemHandoff,
} from '@portcullis/client/flow';
import { render } from 'preact';
import {
  type AgentModule,
  barePath,
  conditionalFetch,
  deviceEvents,
  edgeOn,
  guardBack,
  inkOn,
  isCutLink,
  openPage,
  type Page,
  partnerOf,
  readHandoffLink,
} from './flow/index.ts';
import { mayLeave, type State } from './machine/index.ts';
import { directionOf, type Language, languageOf, loadSpoken, type Say, sayIn } from './texts/index.ts';
import { App } from './views/app.tsx';

/** Reads the link, and takes token and code out of the address at once: they lie in memory and nowhere else. */
const takeLink = () => {
  const { href } = location;
  const access = readVerificationUrl(href);
  const handoff = readHandoffLink(href);
  history.replaceState(null, '', barePath(location.pathname));
  return {
    access,
    handoff,
    isCut: access === null && handoff === null && isCutLink(href),
    profileId: linkedProfile(href),
  };
};

/** Where the API is: at the origin of the page, unless the HTML names another address. */
const apiAddress = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="portcullis-api"]')?.content || location.origin;

const wait = (seconds: number, then: () => void): void => void setTimeout(then, seconds * 1000);

/** Photos may take minutes on their way, and are sent again when the person says so. */
const connect = (access: FlowAccess) => {
  const options = {
    ...access,
    baseUrl: apiAddress(),
    fetch: conditionalFetch((url, init) => fetch(url, init)),
  };
  const { analyzeDocumentWithFiles, updateProfileWithFiles } = createFlowClient({
    ...options,
    timeoutSeconds: 300,
    maxTries: 1,
  });
  const makeDeviceEvent = deviceEvents({ load: (url): Promise<AgentModule> => import(/* @vite-ignore */ url), wait });
  const calls = createFlowClient({ ...options, timeoutSeconds: 60 });
  return { ...calls, analyzeDocumentWithFiles, updateProfileWithFiles, makeDeviceEvent };
};

const open = (): Page => {
  const { access, handoff, isCut, profileId } = takeLink();
  return openPage({
    service: access === null ? null : connect(access),
    handoff: handoff && {
      from: handoff.from,
      profileId,
      redeem: () => redeemHandoff({ baseUrl: apiAddress(), timeoutSeconds: 60 }, handoff.code),
      connect,
    },
    isCut,
    wait,
    isOnline: () => navigator.onLine,
    now: () => performance.now(),
  });
};

const languageFor = ({ language, profile }: State): Language =>
  languageOf([
    ...(language === null ? [] : [language]),
    ...(profile === null ? [] : [profile.language]),
    ...navigator.languages,
  ]);

type Spoken = { readonly language: Language; readonly say: Say };

/** Draws a state, in a language whose texts are there. */
const draw = (root: Element, page: Page, { language, say }: Spoken): void => {
  const state = page.state();
  const partner = partnerOf(state.settings);
  const { documentElement } = document;
  documentElement.lang = language;
  documentElement.dir = directionOf(language);
  document.title = partner.name === null ? say('page_title') : `${say('page_title')} · ${partner.name}`;
  if (partner.accent_color !== null) {
    const { accent_color: color } = partner;
    documentElement.style.setProperty('--accent', color);
    documentElement.style.setProperty('--on-accent', inkOn(color));
    for (const paper of ['light', 'dark'] as const)
      documentElement.style.setProperty(`--edge-on-${paper}`, edgeOn(paper, color));
  }
  const { credentials, dispatch, submit } = page;
  const view = {
    state,
    partner,
    language,
    say,
    credentials,
    submit,
    dispatch,
  };
  render(<App {...view} />, root);
};

/**
 * Draws each state. The texts of a language are loaded before it is shown. Where they cannot be loaded the page is in
 * English and says so, and each later state tries again.
 */
const follow = (page: Page, root: Element): void => {
  let spoken: Spoken | null = null;
  const show = async (): Promise<void> => {
    const language = languageFor(page.state());
    if (spoken?.language !== language) {
      const loaded = await loadSpoken(language);
      // The HTML's text for browsers without a script has been there until now.
      if (spoken === null) root.replaceChildren();
      if (languageFor(page.state()) === language) spoken = { language: loaded.language, say: sayIn(loaded.texts) };
    }
    if (spoken !== null) draw(root, page, spoken);
  };
  page.subscribe(() => void show());
  void show();
};

/** The back button leads to the screen before. Where there is none, and nothing would be lost, it leaves the page. */
const followHistory = (page: Page): void => {
  const leftEntry = guardBack({
    push: () => history.pushState(null, ''),
    leave: () => history.back(),
    wait,
    staysHere: () => !mayLeave(page.state()),
    goBack: () => page.dispatch({ type: 'went_back' }),
  });
  addEventListener('popstate', () => {
    // The link was opened once more in this tab, which changes the fragment alone.
    const { href } = location;
    if (readVerificationUrl(href) !== null || readHandoffLink(href) !== null) return location.reload();
    leftEntry();
  });
};

const root = document.querySelector('#page');
if (root !== null) {
  const page = open();
  follow(page, root);
  followHistory(page);
  addEventListener('online', () => page.dispatch({ type: 'came_online' }));
}
