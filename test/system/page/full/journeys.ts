import { type ScenarioName, scenarios } from '@portcullis/adapter-memory';
import { type Language, languages, loadTexts } from '#verify/texts/languages';
import { contexts, filmed, specimenFile, type Width, widths } from '../../../support/browser/devices.ts';
import type { Person } from '../../../support/browser/person.ts';
import { noiseOf } from '../../../support/browser/quiet.ts';
import type { PageEnvironment } from './environment.ts';
import type { Run } from './run.ts';

const differs = (what: string, actual: string, expected: string): readonly string[] =>
  actual === expected ? [] : [`${what} is "${actual}" and not "${expected}"`];

type Journey = { readonly scenario: ScenarioName; readonly language: Language; readonly width: Width };

const problemsOf = async (
  environment: PageEnvironment,
  { language, scenario, width }: Journey,
  person: Person,
): Promise<readonly string[]> => {
  const { document, expected } = scenarios[scenario];
  const { page, screens, walk } = person;
  const link = await environment.createLink(scenario, language);
  await page.goto(link.url);
  if (width === 360 && document === filmed) await walk();
  else await walk({ photo: specimenFile(document), picksAt: width === 360 ? 'camera_primer' : 'camera_trouble' });
  const texts = await loadTexts(language);
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  const html = await page.evaluate<string>('[document.documentElement.lang, document.documentElement.dir].join()');
  const rounds = screens.filter((screen) => screen === 'again').length;
  return [
    ...differs('the title', title ?? '', texts[`${expected.status}_title`]),
    ...differs(
      'the profile',
      (await environment.outcomeOf(link)).join(),
      [expected.status, ...expected.reasons].join(),
    ),
    ...differs('the number of repeated rounds', String(rounds), String(expected.retries.length)),
    ...differs('the language', html, `${language},${language === 'ar' ? 'rtl' : 'ltr'}`),
    ...(await noiseOf(person, link, environment.baseUrl)),
  ];
};

type Chosen = {
  readonly scenarios: readonly ScenarioName[];
  readonly languages?: readonly Language[];
  readonly widths?: readonly Width[];
};

/** A run for each scenario, language and width: from the link to what the catalogue says of the scenario. */
export const journeys = (environment: PageEnvironment, chosen: Chosen): readonly Run[] =>
  chosen.scenarios.flatMap((scenario) =>
    (chosen.languages ?? languages).flatMap((language) =>
      (chosen.widths ?? widths).map((width) => ({
        group: scenario,
        language,
        width,
        problems: async () => {
          const person = await environment.openPerson(language, contexts[width]);
          try {
            return await problemsOf(environment, { scenario, language, width }, person);
          } finally {
            await person.page.context().close();
          }
        },
      })),
    ),
  );
