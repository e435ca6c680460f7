import {
  applicantLanguages,
  applicantMessage,
  checkNames,
  defaultAction,
  isFreeRetry,
  type ReasonAction,
  type ReasonCode,
  reasonCategories,
  reasonCodes,
  reasonsInCategory,
  staffMessage,
  standardPolicy,
  statuses,
  transitions,
} from '@portcullis/domain';

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [rowOf(head), rowOf(head.map(() => '---')), ...rows.map(rowOf)].join('\n');

const code = (word: string): string => `\`${word}\``;

/** The state machine of the domain, one row for each event. */
const transitionsTable = (): string =>
  tableOf(
    ['Event', 'From', 'To', 'By'],
    transitions.map(({ event, from, to, by }) => [
      code(event),
      from.map(code).join(', '),
      to.map(code).join(', '),
      by.join(', '),
    ]),
  );

/** Every status, with the events that leave it. */
const statusesTable = (): string =>
  tableOf(
    ['Status', 'Left by'],
    statuses.map((status) => [
      code(status),
      transitions
        .filter(({ from }) => from.includes(status))
        .map(({ event }) => code(event))
        .join(', ') || 'nothing',
    ]),
  );

const standard = standardPolicy({ livenessThreshold: 75, specimens: false });

/** The checks that the policy `standard` runs, and how. */
const checksTable = (): string =>
  tableOf(
    ['Check', 'In `standard`'],
    checkNames.map((name) => [code(name), standard.checks[name] ?? 'not run']),
  );

const chapters: readonly (readonly [ReasonAction, string, string])[] = [
  ['retry', 'Asked again', 'The person does a step again. Each such round is an attempt, unless it is marked as free.'],
  ['review', 'Looked at by a person', 'Somebody of the partner’s decides.'],
  ['decline', 'Declined', 'The profile is declined.'],
  [
    'wait',
    'Waited for',
    'A provider gave no answer, of a required or of an optional check. It is asked again where that can help; then a person decides. It costs no attempt. [Outages](outages.md) has every case.',
  ],
  ['info', 'Noted', 'Nothing follows from it, unless a policy says so.'],
  ['explain', 'Explaining a change of status', 'Says why a profile is where it is.'],
];

const categoryOf = (reason: ReasonCode): string =>
  reasonCategories.find((category) => reasonsInCategory(category).includes(reason)) ?? '';

const chapterOf = ([action, title, meaning]: (typeof chapters)[number]): string => {
  const codes = reasonCodes.filter((reason) => defaultAction(reason) === action);
  const rows = codes.map((reason) => [
    `${code(reason)}${isFreeRetry(reason) ? ' (free)' : ''}`,
    categoryOf(reason),
    staffMessage(reason),
    applicantMessage(reason, 'en') ?? '–',
  ]);
  return `## ${title}\n\n${meaning}\n\n${tableOf(['Code', 'Category', 'Means', 'The person is told'], rows)}`;
};

const languageNames: Readonly<Record<string, string>> = {
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  pt: 'Portuguese',
  ar: 'Arabic',
};

/** The applicant messages in one more language. */
const languageChapter = (language: string): string => {
  const rows = reasonCodes.flatMap((reason) => {
    const sentence = applicantMessage(reason, language);
    return sentence === null ? [] : [[code(reason), sentence]];
  });
  return `## In ${languageNames[language]} (\`${language}\`)\n\n${tableOf(['Code', 'The person is told'], rows)}`;
};

/** The complete page `docs/reasons.md`. */
export const reasonsPage = (): string =>
  [
    '# Reasons',
    [
      'Every code that a check, a decision or a change of status can give. Codes are stable: none is renamed, none is used again for',
      'something else. This page is made from `reasonTable` by `node test/architecture/write-pages.mjs`; a test compares the two.',
      '',
      'A policy may give a reason another action. What a document AI says alone leads to a review at most. A reason without a',
      'sentence for the person is not shown to them. They are told in the language of their profile, in six languages; in any other',
      'it is English.',
    ].join('\n'),
    ...chapters.map(chapterOf),
    ...applicantLanguages.slice(1).map(languageChapter),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');

/**
 * The parts of pages that are generated from the code, by the name between `<!-- generated: name -->` and `<!-- end
 * -->`.
 */
const generatedParts: Readonly<Record<string, () => string>> = {
  transitions: transitionsTable,
  statuses: statusesTable,
  checks: checksTable,
};

const generatedPart = /(<!-- generated: ([a-z]+) -->\n).*?(<!-- end -->)/gs;

/** Answers a page with its generated parts replaced, and the rest unchanged. */
export const withGeneratedParts = (page: string): string =>
  page.replace(generatedPart, (_, open: string, name: string, close: string) => {
    const make = generatedParts[name];
    if (make === undefined) throw new Error(`nothing makes the part ${name}`);
    return `${open}${make()}\n${close}`;
  });
