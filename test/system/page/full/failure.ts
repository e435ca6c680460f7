import type { TextKey, Texts } from '#verify/texts/english';
import type { Language } from '#verify/texts/languages';
import type { Link } from '../../../support/browser/links.ts';
import type { Person } from '../../../support/browser/person.ts';
import type { PageEnvironment } from './environment.ts';

/** What a failure is tried with. */
export type Trial = {
  readonly environment: PageEnvironment;
  readonly language: Language;
  readonly texts: Texts;
  readonly link: Link;
  readonly person: Person;
  /** Waits for a screen by its title, and looks at it. */
  readonly titled: (key: TextKey) => Promise<void>;
  readonly press: (key: TextKey) => Promise<void>;
};

/** Goes through a failure and on to an end of the flow. It rejects where nothing leads on. */
export type Failure = (trial: Trial) => Promise<void>;
