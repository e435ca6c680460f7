import type { FlowProfile } from '@portcullis/client/flow';
import type { PageEvent } from './event.ts';
import { call, show, stay, type Transition } from './proceed.ts';
import type { State } from './state.ts';

type Path = NonNullable<FlowProfile['paths']>[number];

/** The steps by which a person tells paths apart: nearly all have a consent, and a device event asks nothing. */
const toldSteps = ['document_front', 'document_back', 'liveness'] as const;

/** The steps to tell of a path, in the order in which the page asks. */
export const stepsToTell = ({ steps }: Path): readonly (typeof toldSteps)[number][] =>
  toldSteps.filter((step) => steps.includes(step));

/** The paths among which the person chooses: of several that ask the same of them the open one, or else the first. */
export const pathsToChoose = ({ profile }: State): readonly Path[] => {
  const paths = profile?.paths ?? [];
  const told = (path: Path): string => stepsToTell(path).join();
  return paths.filter((path) => {
    const same = paths.filter((one) => told(one) === told(path));
    return told(path) !== '' && path === (same.find(({ open }) => open) ?? same[0]);
  });
};

/** Whether nothing was photographed yet, so that another path takes nothing from the person. */
const isBeforeDocument = ({ photos, profile, screen }: State): boolean => {
  switch (screen.name) {
    case 'welcome':
    case 'document_choice':
      return true;
    case 'camera_primer':
      return screen.side === 'front' && photos.front === null;
    // Where the open path has a document, it comes before the face.
    case 'liveness_primer':
      return profile?.requirements.every(({ step }) => step !== 'document_front' && step !== 'document_back') === true;
    default:
      return false;
  }
};

/** Whether another path is offered on the screen. */
export const offersPaths = (state: State): boolean => isBeforeDocument(state) && pathsToChoose(state).length > 1;

/** Shows the paths. */
export const showPaths = (state: State): Transition =>
  offersPaths(state) ? show(state, { name: 'path_choice', before: state.screen }) : stay(state);

/** Opens a path. The one that is open leads back. */
export const choosePath = (state: State, { path }: Extract<PageEvent, { readonly type: 'chose_path' }>): Transition => {
  const { screen } = state;
  const chosen = pathsToChoose(state).find(({ id }) => id === path);
  if (screen.name !== 'path_choice' || chosen === undefined) return stay(state);
  return chosen.open ? show(state, screen.before) : call(state, { type: 'choose_path', path });
};
