import type { ComponentType } from 'preact';
import type { ScreenName } from '../machine/index.ts';
import { type Language, languageNames, languages } from '../texts/index.ts';
import { Capture } from './capture-screen.tsx';
import { useView, type View, ViewContext } from './context.tsx';
import { CameraPrimer, CheckPhoto, DocumentChoice } from './document-screens.tsx';
import { Following, Handoff, IsThisYou } from './hand-over-screens.tsx';
import { Liveness, LivenessPrimer, LivenessTrouble, WithoutLiveness } from './liveness-screens.tsx';
import { PathChoice } from './path-screens.tsx';
import {
  Again,
  CameraTrouble,
  Consent,
  Declining,
  DeviceTrouble,
  Elsewhere,
  LinkFault,
  Offline,
  PhotoRefused,
  Result,
  Sending,
  Starting,
  StorageFull,
  Trouble,
  Waiting,
  Welcome,
} from './simple-screens.tsx';

const screens: { readonly [Name in ScreenName]: ComponentType } = {
  starting: Starting,
  welcome: Welcome,
  consent: Consent,
  declining: Declining,
  path_choice: PathChoice,
  document_choice: DocumentChoice,
  camera_primer: CameraPrimer,
  capture: Capture,
  camera_trouble: CameraTrouble,
  check: CheckPhoto,
  sending: Sending,
  photo_refused: PhotoRefused,
  storage_full: StorageFull,
  liveness_primer: LivenessPrimer,
  liveness: Liveness,
  liveness_trouble: LivenessTrouble,
  without_liveness: WithoutLiveness,
  device_trouble: DeviceTrouble,
  waiting: Waiting,
  again: Again,
  result: Result,
  link: LinkFault,
  is_this_you: IsThisYou,
  handoff: Handoff,
  following: Following,
  elsewhere: Elsewhere,
  offline: Offline,
  trouble: Trouble,
};

const Header = () => {
  const { partner } = useView();
  if (partner.logo === null && partner.name === null) return null;
  return (
    <header>
      {partner.logo === null ? partner.name : <img class="logo" src={partner.logo} alt={partner.name ?? ''} />}
    </header>
  );
};

const isLanguage = (value: string): value is Language => languages.some((language) => language === value);

const Footer = () => {
  const { dispatch, language, partner, say, state } = useView();
  const links = [
    ['privacy_link', partner.privacy_url],
    ['terms_link', partner.terms_url],
    ['support_link', partner.support_url],
  ] as const;
  return (
    <footer>
      {state.settings?.sandbox != null && <p class="quiet">{say('sandbox_note')}</p>}
      <label>
        {say('language_label')}{' '}
        <select
          value={language}
          onChange={({ currentTarget: { value } }) =>
            isLanguage(value) && dispatch({ type: 'chose_language', language: value })
          }
        >
          {languages.map((one) => (
            <option key={one} value={one} lang={one}>
              {languageNames[one]}
            </option>
          ))}
        </select>
      </label>
      {links.map(
        ([key, url]) =>
          url !== null && (
            <a key={key} href={url} target="_blank" rel="noreferrer">
              {say(key)}
            </a>
          ),
      )}
    </footer>
  );
};

/** The page: one screen between who asks and the language. A screen for another side is another screen. */
export const App = (view: View) => {
  const { screen } = view.state;
  const Shown = screens[screen.name];
  return (
    <ViewContext.Provider value={view}>
      <Header />
      <main aria-busy={view.state.isBusy} data-screen={screen.name} data-side={'side' in screen ? screen.side : 'none'}>
        <Shown key={'side' in screen ? `${screen.name}/${screen.side}` : screen.name} />
      </main>
      <Footer />
    </ViewContext.Provider>
  );
};
