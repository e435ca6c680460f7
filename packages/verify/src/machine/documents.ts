import type { DocumentType, FlowProfile, FlowSettings, Step } from '@portcullis/client/flow';
import type { Choice, Side, State } from './state.ts';

type Requirement = FlowProfile['requirements'][number];

/** A face is compared with a document that is there already: the face check comes last. */
const order: readonly Step[] = ['consent', 'document_front', 'document_back', 'device', 'liveness'];

/** The steps that the person still has to supply, or to supply again, in the order in which the page asks. */
export const askedRequirements = ({ requirements }: FlowProfile): readonly Requirement[] =>
  requirements
    .filter(({ state }) => state === 'missing' || state === 'rejected')
    .sort((a, b) => order.indexOf(a.step) - order.indexOf(b.step));

const isAsked = ({ profile }: State, step: Step): boolean =>
  profile !== null && askedRequirements(profile).some((one) => one.step === step);

/** Whether the person is asked for the consent, so that its text will be shown. */
export const asksConsent = (state: State): boolean => isAsked(state, 'consent');

/** A document on one page, or on one side, has no back to show. */
const withBack: readonly DocumentType[] = ['id_card', 'residence_permit', 'driving_licence'];

const takesBack = ({ steps }: FlowSettings): boolean =>
  steps.required.includes('document_back') || steps.optional.includes('document_back');

/** The sides that the person photographs now: those that are asked for, and the back of a document that has one. */
const sidesToShow = (state: State): readonly Side[] => {
  const front = isAsked(state, 'document_front');
  const { choice, settings } = state;
  const hasBack = choice !== null && settings !== null && withBack.includes(choice.type) && takesBack(settings);
  const back = isAsked(state, 'document_back') || (front && hasBack);
  return [...(front ? (['front'] as const) : []), ...(back ? (['back'] as const) : [])];
};

/** The next side without a photo; `null` when all are there. */
export const nextSide = (state: State): Side | null =>
  sidesToShow(state).find((side) => state.photos[side] === null) ?? null;

/** The documents among which the person chooses. */
export const documentTypesOf = ({ documents }: FlowSettings): readonly DocumentType[] => documents.types;

/** The choice that is known without asking: `null` where the person has to choose. */
export const onlyChoice = (settings: FlowSettings): Choice | null => {
  const { allowed_countries: countries, types } = settings.documents;
  const [type, ...others] = types;
  if (type === undefined || others.length > 0 || (countries !== null && countries.length > 1)) return null;
  return { type, country: countries?.[0] ?? null };
};
