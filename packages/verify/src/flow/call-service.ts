import type { FlowClient, Problem, Result } from '@portcullis/client/flow';
import { type Call, makesDeviceEvents, type PageEvent, type State } from '../machine/index.ts';
import type { MakeDeviceEvent } from './device-event.ts';
import { framesToSend } from './frames.ts';

/** The calls that the page makes, and the agent that makes device events. */
export type Service = Pick<
  FlowClient,
  | 'getProfile'
  | 'updateProfile'
  | 'updateProfileWithFiles'
  | 'analyzeDocumentWithFiles'
  | 'openLivenessSession'
  | 'readLivenessResult'
  | 'issueBrowserCredentials'
  | 'submitLivenessCapture'
  | 'readSettings'
  | 'createHandoff'
  | 'reportStep'
> & { readonly makeDeviceEvent: MakeDeviceEvent };

type CallOf<Type extends Call['type']> = Extract<Call, { readonly type: Type }>;
type Answered<T> = (value: T) => PageEvent;

type Fault = Extract<PageEvent, { type: 'failed' }>['fault'];

/** The event of a call that failed. */
export const failureEvent = ({ code, retry_after, retryable, sides }: Fault, call: Call): PageEvent => ({
  type: 'failed',
  fault: {
    code,
    ...(retryable !== undefined && { retryable }),
    ...(retry_after !== undefined && { retry_after }),
    ...(sides && { sides }),
  },
  call,
});

/** The fault of a call that cannot be made here. */
const notConfigured: Fault = { code: 'not_configured', retryable: false };

/** The event of an answer, or of its failure. */
const settle = <T>(call: Call, result: Result<T>, answered: Answered<T>): PageEvent =>
  result.ok ? answered(result.value) : failureEvent(result.problem, call);

const readProfile = async (service: Service, call: Call): Promise<PageEvent> =>
  settle(call, await service.getProfile(), (profile) => ({ type: 'profile_read', profile }));

const load = async (service: Service, call: Call, language: string | null): Promise<PageEvent> => {
  const [profile, settings] = await Promise.all([
    service.getProfile(),
    service.readSettings(language === null ? {} : { language }),
  ]);
  if (!profile.ok) return failureEvent(profile.problem, call);
  return settle(call, settings, (read) => ({ type: 'loaded', profile: profile.value, settings: read }));
};

const giveConsent = async (service: Service, call: CallOf<'give_consent'>, state: State): Promise<PageEvent> => {
  const current = state.settings?.consent.current ?? null;
  if (current === null) return failureEvent(notConfigured, call);
  const consent = {
    text_version: current.text_version,
    locale: current.language,
    granted: call.granted,
    ...(call.scope && { scope: call.scope }),
  };
  return settle(call, await service.updateProfile({ consent }), (profile) => ({ type: 'profile_read', profile }));
};

/** The sides to whose parts of the form the problem points; absent where it points to none of them. */
const sidesToBlame = ({ errors = [] }: Problem): Pick<Fault, 'sides'> => {
  const sides = (['front', 'back'] as const).filter((side) =>
    errors.some(({ pointer }) => pointer.startsWith(`/document_${side}`)),
  );
  return sides.length === 0 ? {} : { sides };
};

/** The settings are those of the open path: they are read again. */
const choosePath = async (
  service: Service,
  call: CallOf<'choose_path'>,
  language: string | null,
): Promise<PageEvent> => {
  const updated = await service.updateProfile({ path: call.path });
  return updated.ok ? load(service, call, language) : failureEvent(updated.problem, call);
};

const sendDocument = async (service: Service, call: CallOf<'send_document'>, state: State): Promise<PageEvent> => {
  const { choice, photos } = call;
  const back = photos.back === null ? {} : { document_back: photos.back };
  // The back alone is kept, and read together with the front when everything is there.
  const sent =
    photos.front === null
      ? await service.updateProfileWithFiles(back)
      : await service.analyzeDocumentWithFiles({
          document_front: photos.front,
          ...back,
          ...framesToSend(call, state.settings),
          ...(choice !== null && { document_type_hint: choice.type }),
          ...(choice !== null && choice.country !== null && { country_hint: choice.country }),
        });
  return sent.ok ? readProfile(service, call) : failureEvent({ ...sent.problem, ...sidesToBlame(sent.problem) }, call);
};

/** Only the sandbox takes an event that the page invents. Elsewhere the agent of the operator makes one. */
const newEventOf = async (service: Service, { profile, settings }: State): Promise<string | null> => {
  if (profile === null || settings === null) return null;
  return settings.sandbox === null ? service.makeDeviceEvent(settings.fingerprint, profile.id) : `sim-${profile.id}`;
};

/** Where there is no event to send, the person goes on with the other steps. */
const sendDevice = async (service: Service, call: Call, state: State): Promise<PageEvent> => {
  const eventId = await newEventOf(service, state);
  if (eventId === null) return readProfile(service, call);
  const updated = await service.updateProfile({ device: { event_id: eventId } });
  return settle(call, updated, (read) => ({ type: 'profile_read', profile: read }));
};

/** An event is made, or invented, also where the policy takes one without requiring it. */
const offersDevice = (state: State): boolean =>
  makesDeviceEvents(state) &&
  state.settings?.steps.optional.includes('device') === true &&
  state.profile?.requirements.some(({ step }) => step === 'device') === false;

/** The face check is the last step: a device event that came later would not be looked at. */
const openLiveness = async (service: Service, call: CallOf<'open_liveness'>, state: State): Promise<PageEvent> => {
  // Nobody is kept from the face check by a step that is not required.
  const sent = offersDevice(state) ? await sendDevice(service, call, state) : null;
  return settle(call, await service.openLivenessSession({}), (session) => ({
    type: 'session_opened',
    session,
    ...(sent?.type === 'profile_read' && { profile: sent.profile }),
  }));
};

const changeLanguage = async (service: Service, call: CallOf<'change_language'>): Promise<PageEvent> => {
  const updated = await service.updateProfile({ language: call.language });
  if (!updated.ok) return failureEvent(updated.problem, call);
  const settings = await service.readSettings({ language: call.language });
  if (!settings.ok) return failureEvent(settings.problem, call);
  // Read last, so that it is as new as can be.
  return settle(call, await service.getProfile(), (profile) => ({
    type: 'translated',
    language: call.language,
    profile,
    settings: settings.value,
  }));
};

/** A call that takes a token. */
export type ServiceCall = Exclude<Call, { readonly type: 'redeem_handoff' }>;

/** Makes a call of the machine, and answers the event that it leads to. */
export const callService = async (service: Service, call: ServiceCall, state: State): Promise<PageEvent> => {
  switch (call.type) {
    case 'load':
      return load(service, call, state.language);
    case 'read_profile':
      return readProfile(service, call);
    case 'give_consent':
      return giveConsent(service, call, state);
    case 'choose_path':
      return choosePath(service, call, state.language);
    case 'send_document':
      return sendDocument(service, call, state);
    case 'send_device':
      return sendDevice(service, call, state);
    case 'open_liveness':
      return openLiveness(service, call, state);
    case 'read_liveness':
      return settle(call, await service.readLivenessResult(call.sessionId), ({ live }) => ({
        type: 'liveness_read',
        live,
      }));
    case 'change_language':
      return changeLanguage(service, call);
    case 'create_handoff':
    case 'renew_handoff':
      return settle(call, await service.createHandoff(), ({ code }) => ({
        type: 'handoff_made',
        code,
        isRenewed: call.type === 'renew_handoff',
      }));
    case 'follow_profile':
      return settle(call, await service.getProfile(), (profile) => ({ type: 'followed', profile }));
  }
};
