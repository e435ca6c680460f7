import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { IssueCredentials, Partner, SubmitCapture } from '../flow/index.ts';
import type { PageEvent, State } from '../machine/index.ts';
import type { Language, Say } from '../texts/index.ts';

/** The values that every screen is drawn from. */
export type View = {
  readonly state: State;
  readonly partner: Partner;
  readonly language: Language;
  readonly say: Say;
  readonly credentials: IssueCredentials;
  readonly submit: SubmitCapture;
  readonly dispatch: (event: PageEvent) => void;
};

export const ViewContext = createContext<View | null>(null);

/** The view around a component. */
export const useView = (): View => {
  const view = useContext(ViewContext);
  if (view === null) throw new Error('a screen stands inside of a view');
  return view;
};
