import { useEffect, useRef } from 'preact/hooks';
import { livenessComponent } from '../liveness/components.ts';
import { withoutLiveness } from '../machine/index.ts';
import { useView } from './context.tsx';
import { TelephoneOffer } from './hand-over-screens.tsx';
import { PathOffer } from './path-screens.tsx';
import { Action, Continue, Screen, usePartnerName } from './screen.tsx';

/** The offer for people who cannot, or do not want to, look into the camera. */
const WithoutOffer = () => {
  const { dispatch, say, state } = useView();
  if (withoutLiveness(state) === null) return null;
  return <Action onClick={() => dispatch({ type: 'declined' })}>{say('face_cannot')}</Action>;
};

export const LivenessPrimer = () => {
  const { say } = useView();
  return (
    <Screen title={say('face_title')}>
      <p>{say('face_text')}</p>
      <Continue>{say('face_start')}</Continue>
      <TelephoneOffer />
      <PathOffer />
      <WithoutOffer />
    </Screen>
  );
};

export const Liveness = () => {
  const { credentials, dispatch, language, say, state, submit } = useView();
  const place = useRef<HTMLDivElement>(null);
  const { screen } = state;
  const session = screen.name === 'liveness' ? screen.session : null;
  const isSimulated = session?.provider === 'simulated';
  // A component that was shown has used its session up: another language is no reason to show it again.
  useEffect(() => {
    if (place.current === null || session === null) return;
    return livenessComponent(session.provider)(place.current, {
      session,
      credentials,
      submit: (capture) => submit(session.session_id, capture),
      language,
      say,
      onEnd: () => dispatch({ type: 'liveness_ended' }),
      onFault: (fault) => dispatch({ type: 'liveness_failed', fault }),
      onProblem: (fault) => dispatch({ type: 'failed', fault, call: { type: 'open_liveness' } }),
    });
  }, [session, isSimulated ? say : null]);
  return (
    <Screen title={say(isSimulated ? 'simulated_title' : 'face_title')}>
      <div class="island" ref={place} />
    </Screen>
  );
};

export const LivenessTrouble = () => {
  const { say, state } = useView();
  const partner = usePartnerName();
  if (state.screen.name !== 'liveness_trouble') return null;
  return (
    <Screen title={say('face_trouble_title')}>
      <p>{say(`face_fault_${state.screen.fault}`, { partner })}</p>
      <Continue>{say('try_again')}</Continue>
      <TelephoneOffer />
      <WithoutOffer />
    </Screen>
  );
};

export const WithoutLiveness = () => {
  const { dispatch, say } = useView();
  return (
    <Screen title={say('without_title')}>
      <p>{say('without_consent')}</p>
      <p>{say('without_review')}</p>
      <Action isMain onClick={() => dispatch({ type: 'declined' })}>
        {say('without_go')}
      </Action>
      <Action onClick={() => dispatch({ type: 'went_back' })}>{say('back')}</Action>
    </Screen>
  );
};
