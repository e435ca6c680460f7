import { createRequire } from 'node:module';
import { applicantMessage, type ReasonCode, staffMessage, standardPolicy } from '@portcullis/domain';
import {
  applicantLanguages,
  checkNames,
  defaultAction,
  isFreeRetry,
  type ReasonAction,
  reasonCodes,
} from '@portcullis/domain/checks';
import { hasPermission, type StaffPermission, staffPermissions, staffRoles, statuses } from '@portcullis/domain/kernel';
import { transitions } from '@portcullis/domain/profile';
import { type MetricDefinition, metricList } from '#app/telemetry/metric-list';
import { reasonCategories } from '#domain/policy/reason-table';
import { reasonsInCategory } from '#domain/policy/reasons';

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
  ['retry', 'Retry', 'The person repeats a step, which costs an attempt unless it is marked as free.'],
  ['review', 'Review', 'A reviewer of the partner decides.'],
  ['decline', 'Declined', 'The profile is declined.'],
  [
    'wait',
    'Wait',
    'A provider gave no answer. It is called again if that can help, and then a reviewer decides. This costs no attempt ([outages](outages.md)).',
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

const languageFiles: Readonly<Record<string, string>> = {
  en: 'english',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  'pt-BR': 'brazilian-portuguese',
  'pt-PT': 'european-portuguese',
  ar: 'arabic',
};

/** A link to the applicant messages in each language. */
const languageLinks = (): string =>
  applicantLanguages
    .map((language) => `[\`${language}\`](../packages/domain/src/policy/messages/${languageFiles[language]}.ts)`)
    .join(', ');

/** The complete page `docs/reasons.md`. */
export const reasonsPage = (): string =>
  [
    '# Reasons',
    [
      'These are the codes that a check, a decision or a change of status can give. No code is renamed or reused. A policy can give a reason another action. A document AI alone leads to a review at most.',
      '',
      'The person sees one message for each cause, and none for a reason without a message. During a review no message asks for something. In a final status only the first sentence of a message is shown, and no message that only asks for something.',
      '',
      `This page has the messages in English. All of them, by [language](api.md#languages): ${languageLinks()}. \`pt-PT\` also applies to the regions AO, CH, CV, FR, GQ, GW, LU, MO, MZ, ST and TL.`,
      '',
      '`node test/architecture/write-pages.mjs` makes this page from `reasonTable`.',
    ].join('\n'),
    ...chapters.map(chapterOf),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');

/** What each permission of staff is for. One without a row does not compile. */
const permissionMeanings: { readonly [Name in StaffPermission]: string } = {
  'reviews:read': 'the queue, and cases without personal data',
  'reviews:claim': 'claim and release a case',
  'reviews:decide': 'approve, decline, ask again',
  'reviews:override': 'take over a claim, reopen a decided case',
  'persons:read': 'document fields, claimed data, names',
  'pictures:read': 'the stored pictures',
  'evidence:export': 'evidence packs',
  'profiles:erase': 'erase, hold',
  'lists:manage': 'blocked and allowed documents',
  'policies:read': 'policies and their drafts',
  'policies:write': 'draft and publish',
  'webhooks:manage': 'where events are sent',
  'clients:manage': 'which servers may call',
  'sessions:manage': 'see and end sessions of others',
  'audit:read': 'the access log',
  'operations:read': 'queue, funnel, failing webhooks',
};

const permissionsTable = (): string =>
  tableOf(
    ['Permission', ...staffRoles],
    staffPermissions.map((permission) => [
      `${code(permission)}: ${permissionMeanings[permission]}`,
      ...staffRoles.map((role) => (hasPermission({ roles: [role] }, permission) ? 'x' : '')),
    ]),
  );

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
  permissions: permissionsTable,
};

const generatedPart = /(<!-- generated: ([a-z]+) -->\n).*?(<!-- end -->)/gs;

/** Answers a page with its generated parts replaced, and the rest unchanged. */
export const withGeneratedParts = (page: string): string =>
  page.replace(generatedPart, (_, open: string, name: string, close: string) => {
    const make = generatedParts[name];
    if (make === undefined) throw new Error(`nothing makes the part ${name}`);
    return `${open}${make()}\n${close}`;
  });
