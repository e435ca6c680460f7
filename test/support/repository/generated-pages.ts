import { createRequire } from 'node:module';
import { type MetricDefinition, metricList } from '@portcullis/app';
import { applicantMessage, type ReasonCode, staffMessage, standardPolicy } from '@portcullis/domain';
import {
  applicantLanguages,
  checkNames,
  defaultAction,
  isFreeRetry,
  type ReasonAction,
  reasonCodes,
  reasonsInCategory,
} from '@portcullis/domain/checks';
import { statuses } from '@portcullis/domain/kernel';
import { transitions } from '@portcullis/domain/profile';
import { reasonCategories } from '@portcullis/domain/testing';

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

const { layers }: { readonly layers: Readonly<Record<string, readonly string[]>> } = createRequire(import.meta.url)(
  '../../../../.dependency-cruiser.cjs',
);

/** The folders of every package that has some, from the lowest layer to the highest. */
const layersTable = (): string =>
  tableOf(
    ['Package', 'Folders of `src`, from the lowest'],
    Object.entries(layers)
      .filter(([, folders]) => folders.length > 0)
      .map(([owner, folders]) => [code(owner.replace('packages/', '')), folders.map(code).join(', ')]),
  );

const standard = standardPolicy({ livenessThreshold: 75, specimens: false });

/** The checks that the policy `standard` runs, and how. */
const checksTable = (): string =>
  tableOf(
    ['Check', 'In `standard`'],
    checkNames.map((name) => [code(name), standard.checks[name] ?? 'not run']),
  );

const metrics: readonly (readonly [string, MetricDefinition])[] = Object.entries(metricList);

/** Every metric of the service beside the standard ones of the process. */
const metricsTable = (): string =>
  tableOf(
    ['Metric', 'Type', 'Meaning', 'Labels'],
    metrics.map(([name, { help, labels, type }]) => [
      code(name),
      type,
      help,
      Object.entries(labels)
        .map(([label, values]) => `${code(label)}: ${values}`)
        .join('; ') || 'none',
    ]),
  );

const chapters: readonly (readonly [ReasonAction, string, string])[] = [
  ['retry', 'Retry', 'The person repeats a step. Each such round is an attempt, unless it is marked as free.'],
  ['review', 'Review', 'A reviewer of the partner decides.'],
  ['decline', 'Declined', 'The profile is declined.'],
  [
    'wait',
    'Wait',
    'The provider of a required or an optional check gave no answer. It is called again if that can help, and then a reviewer decides. This costs no attempt. [Outages](outages.md) has every case.',
  ],
  ['info', 'Note', 'The reason is recorded and has no effect, unless a policy gives it another action.'],
  ['explain', 'Explanation of a change of status', 'The reason explains the status of a profile.'],
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
  return `## ${title}\n\n${meaning}\n\n${tableOf(['Code', 'Category', 'Message for staff', 'Message for the person'], rows)}`;
};

const languageNames: Readonly<Record<string, string>> = {
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  'pt-BR': 'Portuguese, of Brazil',
  'pt-PT': 'Portuguese, of Portugal',
  ar: 'Arabic',
};

/** The applicant messages in one more language. */
const languageChapter = (language: string): string => {
  const rows = reasonCodes.flatMap((reason) => {
    const sentence = applicantMessage(reason, language);
    return sentence === null ? [] : [[code(reason), sentence]];
  });
  return `## In ${languageNames[language]} (\`${language}\`)\n\n${tableOf(['Code', 'Message for the person'], rows)}`;
};

/** The complete page `docs/reasons.md`. */
export const reasonsPage = (): string =>
  [
    '# Reasons',
    [
      'These are all codes that a check, a decision or a change of status can give. Codes are stable: none is renamed, and none is',
      'reused for something else. This page is made from `reasonTable` by `node test/architecture/write-pages.mjs`; a test compares the two.',
      '',
      'A policy can give a reason another action. The output of a document AI alone leads to a review at most. Where several reasons have one',
      'cause, the person gets the message of the cause alone, and during a review no message that asks for something. Once the',
      'verification is settled, the person is told the first of two sentences: what was found, and no more what to do. A message that only',
      'asks for something is left out then. A reason without a message for the person is not shown to them. The message is in the language',
      'of the profile if that is one of the seven, and otherwise in English. The region of a tag counts for Portuguese alone: `pt`, `pt-BR` and other regions have the messages of Brazil; `pt-PT` and',
      'the regions that write as Portugal does (CLDR: AO, CH, CV, FR, GQ, GW, LU, MO, MZ, ST, TL) have those of Portugal.',
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
  layers: layersTable,
  metrics: metricsTable,
};

const generatedPart = /(<!-- generated: ([a-z]+) -->\n).*?(<!-- end -->)/gs;

/** Answers a page with its generated parts replaced, and the rest unchanged. */
export const withGeneratedParts = (page: string): string =>
  page.replace(generatedPart, (_, open: string, name: string, close: string) => {
    const make = generatedParts[name];
    if (make === undefined) throw new Error(`nothing makes the part ${name}`);
    return `${open}${make()}\n${close}`;
  });
