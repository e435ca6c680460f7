import { createFlowClient, type FlowAccess, readVerificationUrl } from '@portcullis/client/flow';
import { render } from 'preact';
import { conditionalFetch, inkOn, openPage, type Page, partnerOf } from './flow/index.ts';
import { type State, screenBefore } from './machine/index.ts';
import { directionOf, type Language, languageOf, loadTexts, type Say, sayIn } from './texts/index.ts';
import { App } from './views/app.tsx';

/** Reads the link, and takes the token out of the address at once: it lies in memory and nowhere else. */
const takeAccess = (): FlowAccess | null => {
  const access = readVerificationUrl(location.href);
  history.replaceState(null, '', location.pathname);
  return access;
};

const open = (): Page => {
  const access = takeAccess();
  const service =
    access === null
      ? null
      : createFlowClient({
          ...access,
          baseUrl: location.origin,
          fetch: conditionalFetch((url, init) => fetch(url, init)),
          timeoutSeconds: 60,
        });
  const wait = (seconds: number, then: () => void): void => void setTimeout(then, seconds * 1000);
  return openPage({ service, wait, now: () => performance.now() });
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
    documentElement.style.setProperty('--accent', partner.accent_color);
    documentElement.style.setProperty('--on-accent', inkOn(partner.accent_color));
  }
  render(<App state={state} partner={partner} language={language} say={say} dispatch={page.dispatch} />, root);
};

/** Draws each state. The texts of a language are loaded before it is shown. */
const follow = (page: Page, root: Element): void => {
  let spoken: Spoken | null = null;
  const show = async (): Promise<void> => {
    const language = languageFor(page.state());
    if (spoken?.language !== language) {
      const say = sayIn(await loadTexts(language));
      // What the HTML says to browsers without a script has been there until now.
      if (spoken === null) root.replaceChildren();
      if (languageFor(page.state()) === language) spoken = { language, say };
    }
    if (spoken !== null) draw(root, page, spoken);
  };
  page.subscribe(() => void show());
  void show();
};

/** The back button leads to the screen before. Where there is none, it leaves the page. */
const followHistory = (page: Page): void => {
  history.pushState(null, '');
  addEventListener('popstate', () => {
    // The link was opened once more in this tab, which changes the fragment alone.
    if (readVerificationUrl(location.href) !== null) return location.reload();
    if (screenBefore(page.state()) === null) return history.back();
    history.pushState(null, '');
    page.dispatch({ type: 'went_back' });
  });
};

const root = document.querySelector('#page');
if (root !== null) {
  const page = open();
  follow(page, root);
  followHistory(page);
  addEventListener('online', () => page.dispatch({ type: 'came_online' }));
}
