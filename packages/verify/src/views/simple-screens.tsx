import { askedRequirements, asksConsent, isBeingTranslated, mayTryAgain, returnUrl } from '../machine/index.ts';
import type { TextKey } from '../texts/index.ts';
import { useView } from './context.tsx';
import { FilePicker } from './file-picker.tsx';
import { TelephoneOffer } from './hand-over-screens.tsx';
import { PathOffer } from './path-screens.tsx';
import { Action, Continue, HomeLink, Screen, usePartnerName } from './screen.tsx';

export const Starting = () => {
  const { say } = useView();
  return <Screen title={say('one_moment')}>{null}</Screen>;
};

export const Sending = () => {
  const { say } = useView();
  return (
    <Screen title={say('one_moment')}>
      <p role="status">{say('sending_text')}</p>
    </Screen>
  );
};

export const Welcome = () => {
  const { partner: who, say, state } = useView();
  const partner = usePartnerName();
  const kept = who.privacy_url === null ? 'welcome_kept_consent' : 'welcome_kept';
  return (
    <Screen title={say('welcome_title')}>
      <p>{say('welcome_who', { partner })}</p>
      <p>{say('welcome_why')}</p>
      <p>{say(state.settings?.face_check === false ? 'welcome_how_document' : 'welcome_how')}</p>
      {asksConsent(state) && <p>{say(kept)}</p>}
      <Continue>{say('welcome_start')}</Continue>
      <TelephoneOffer />
      <PathOffer />
    </Screen>
  );
};

export const Consent = () => {
  const { dispatch, say, state } = useView();
  const current = state.settings?.consent.current ?? null;
  const mustWait = state.isBusy || isBeingTranslated(state);
  return (
    <Screen title={say('consent_title')}>
      {current !== null && (
        <p class="consent" lang={current.language} dir="auto">
          {current.text}
        </p>
      )}
      <button
        type="button"
        class="main"
        aria-disabled={mustWait}
        onClick={mustWait ? undefined : () => dispatch({ type: 'consented' })}
      >
        {say('consent_agree')}
      </button>
      <Action onClick={() => dispatch({ type: 'declined' })}>{say('consent_decline')}</Action>
    </Screen>
  );
};

export const Declining = () => {
  const { dispatch, say } = useView();
  const partner = usePartnerName();
  return (
    <Screen title={say('declining_title')}>
      <p>{say('declining_text', { partner })}</p>
      <Action isMain onClick={() => dispatch({ type: 'went_back' })}>
        {say('declining_return')}
      </Action>
      <Action onClick={() => dispatch({ type: 'declined' })}>{say('consent_decline')}</Action>
    </Screen>
  );
};

export const PhotoRefused = () => {
  const { say } = useView();
  return (
    <Screen title={say('refused_title')}>
      <p>{say('refused_text')}</p>
      <Continue>{say('try_again')}</Continue>
    </Screen>
  );
};

/** After this many looks it takes longer than usual. */
const usualPolls = 8;

export const Waiting = () => {
  const { say, state } = useView();
  return (
    <Screen title={say('waiting_title')}>
      <p role="status">{say(state.polls > usualPolls ? 'waiting_long' : 'waiting_text')}</p>
      <Continue>{say('waiting_look')}</Continue>
    </Screen>
  );
};

export const Again = () => {
  const { say, state } = useView();
  const { profile } = state;
  if (profile === null) return null;
  const { max, number } = profile.attempt;
  const asked = askedRequirements(profile).filter(({ reasons }) => reasons.length > 0);
  return (
    <Screen title={say('again_title')}>
      <dl>
        {asked.map(({ reasons, step }) => (
          <div key={step}>
            <dt>{say(`step_${step}`)}</dt>
            {reasons.map(({ code, message }) => (
              <dd key={code}>{message}</dd>
            ))}
          </div>
        ))}
      </dl>
      <p class="quiet">{say('again_attempt', { number: String(number), max: String(max) })}</p>
      <Continue>{say('continue')}</Continue>
    </Screen>
  );
};

const results = { approved: 'approved', declined: 'declined', in_review: 'in_review', lapsed: 'lapsed' } as const;
type Ending = keyof typeof results;
const isEnding = (status: string): status is Ending => Object.hasOwn(results, status);

export const Result = () => {
  const { say, state } = useView();
  const partner = usePartnerName();
  const { profile } = state;
  if (profile === null || !isEnding(profile.status)) return <Waiting />;
  const url = returnUrl(profile);
  return (
    <Screen title={say(`${profile.status}_title`)}>
      {profile.status_reasons.map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
      <p>{say(`${profile.status}_text`, { partner })}</p>
      {url === null ? (
        <>
          <p>{say('result_close')}</p>
          <HomeLink />
        </>
      ) : (
        <a class="button main" href={url} rel="noreferrer">
          {say('result_return', { partner })}
        </a>
      )}
    </Screen>
  );
};

export const LinkFault = () => {
  const { say, state } = useView();
  if (state.screen.name !== 'link') return null;
  const { fault } = state.screen;
  return (
    <Screen title={say(`link_${fault}_title`)}>
      <p>{say(fault === 'stranger' ? 'result_close' : `link_${fault}_text`)}</p>
      {mayTryAgain(fault) && <Continue>{say('try_again')}</Continue>}
      <HomeLink />
    </Screen>
  );
};

/** A screen of two sentences and a button. */
const sentenceScreen = (title: TextKey, text: TextKey, button: TextKey) => () => {
  const { say } = useView();
  const partner = usePartnerName();
  return (
    <Screen title={say(title)}>
      <p>{say(text, { partner })}</p>
      <Continue>{say(button)}</Continue>
    </Screen>
  );
};

export const Elsewhere = sentenceScreen('elsewhere_title', 'elsewhere_text', 'continue');
export const Offline = sentenceScreen('offline_title', 'offline_text', 'try_again');
export const StorageFull = sentenceScreen('storage_title', 'storage_text', 'try_again');
export const DeviceTrouble = sentenceScreen('device_title', 'device_text', 'try_again');

export const Trouble = () => {
  const { language, say, state } = useView();
  const partner = usePartnerName();
  if (state.screen.name !== 'trouble') return null;
  const { retryAfter } = state.screen;
  const minutes = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  return (
    <Screen title={say('trouble_title')}>
      {retryAfter !== undefined && (
        <p>{say('trouble_later', { time: minutes.format(Math.max(1, Math.ceil(retryAfter / 60))) })}</p>
      )}
      <p>{say('trouble_text', { partner })}</p>
      <Continue>{say('try_again')}</Continue>
    </Screen>
  );
};

export const CameraTrouble = () => {
  const { say, state } = useView();
  if (state.screen.name !== 'camera_trouble') return null;
  const { fault } = state.screen;
  return (
    <Screen title={say(`camera_${fault}_title`)}>
      <p>{say(`camera_${fault}_text`)}</p>
      <Continue>{say('try_again')}</Continue>
      <FilePicker />
      <TelephoneOffer />
    </Screen>
  );
};
