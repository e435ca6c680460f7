import { aProductionPolicy } from '../../../support/builders/policies.ts';
import type { Route } from './multipart-bodies.ts';

/** What a route needs beside its example to do what it is for. Its placeholders are filled in from the seed. */
type Purpose = {
  /** The values of `:id`, each of which the route finds; the first one succeeds in a run that begins. */
  readonly ids?: readonly string[];
  readonly query?: string;
  /** The body, where the example of the description names what no run has. */
  readonly body?: object;
  /** The body of a request that succeeds, where only some of the bodies do. */
  readonly plainBody?: object;
  /** The body of a route that takes bytes as they are. */
  readonly bytes?: string;
  /** The status of what the route is for, where that is none of 2xx. */
  readonly status?: number;
};

/** Marks a placeholder that is written into JSON as a number. */
const numberOf = (name: string): string => `@@{${name}}@@`;

/** The version of each draft of the seed: none is for two purposes, of which one would end the other. */
const draftVersions = { draft: '1', edited: '2', discarded: '3', begun: '4' } as const;

/** The document of a draft. It is the same for every partner, so that the service lints it once. */
export const draftDocument = (draft: keyof typeof draftVersions): object =>
  aProductionPolicy({ id: 'hostile', version: draftVersions[draft] });

/** The document of the draft that is published: all partners share the names of policies that are. */
export const publishedDocument = (name: string): object => aProductionPolicy({ id: name, version: '1' });

/** Staff have accounts at the service under test, and no identity provider. */
const leadsNowhere: Purpose = { status: 404 };

const purposes: { readonly [route: string]: Purpose } = {
  'PATCH /api/profiles/:id': { body: { consent: { text_version: '1', locale: 'en', granted: true } } },
  // The vendor under test takes none.
  'PUT /api/face-liveness/session/:sessionId/capture': { bytes: 'frames', status: 409 },
  'GET /api/cloud/credentials': { query: '?profile_id={own}' },
  'DELETE /api/profiles/:id': { ids: ['{doomed}', '{doomed}', '{doomed}', '{other}', '{ended}'] },
  'GET /api/profiles/:id/decision': { ids: ['{decided}', '{claimed}', '{own}'] },
  'GET /api/profiles/:id/files/:fileId': { ids: ['{filed}'] },
  'POST /api/profiles/:id/flow-token': { ids: ['{fresh}', '{fresh}', '{decided}', '{filed}', '{ended}', '{own}'] },
  'POST /api/ai/document-analysis': { plainBody: { profile_id: '{filed}', front_file_id: '{file}' } },
  'POST /api/status_history/:id': {
    ids: ['{canceled}', '{own}', '{filed}', '{decided}', '{fresh}', '{ended}'],
    plainBody: { event: 'canceled' },
  },
  'POST /api/flow/handoff/redeem': { body: { code: '{handoff_code}' } },
  'POST /api/staff/session': {
    body: { username: '{username}', password: '{password}', recovery_code: '{recovery_code_a}' },
  },
  'GET /console/sign-in': leadsNowhere,
  'GET /console/callback': leadsNowhere,
  'POST /console/backchannel-logout': leadsNowhere,
  'POST /api/staff/:id/end-sessions': { ids: ['{guest}'] },
  'DELETE /api/webhook-endpoints/:id': { ids: ['{doomed_endpoint}'] },
  'POST /api/reviews/:id/claim': { ids: ['{waiting}', '{waiting}', '{claimed}', '{decided}'] },
  'POST /api/reviews/:id/release': { ids: ['{waiting}'] },
  'POST /api/reviews/:id/decision': {
    ids: ['{claimed}', '{claimed}', '{waiting}'],
    body: { outcome: 'decline', note: 'The portrait was replaced.', expected_version: numberOf('claimed_version') },
  },
  'POST /api/lists': {
    body: {
      list: 'blocked',
      kind: 'document',
      note: 'Reported as stolen.',
      document_number: '{fresh}',
      issuing_country: 'UTO',
    },
  },
  'POST /api/policy-drafts': { body: { policy: draftDocument('begun'), note: 'Passports alone.' } },
  'POST /api/policy-drafts/:id': {
    ids: ['{edited_draft}'],
    body: { policy: draftDocument('edited'), expected_revision: 1 },
  },
  'POST /api/policy-drafts/:id/discard': { ids: ['{discarded_draft}'] },
  'POST /api/policy-drafts/:id/publish': {
    ids: ['{published_draft}'],
    body: { expected_revision: 1, digest: '{published_digest}' },
  },
};

/** The same for what several routes below one folder of the API need. */
const idsBelow: { readonly [folder: string]: readonly string[] } = {
  'webhook-endpoints': ['{endpoint}', '{endpoint}', '{doomed_endpoint}'],
  clients: ['{client}'],
  lists: ['{entry}'],
  policies: ['{policy}'],
  'policy-drafts': ['{draft}', '{draft}', '{edited_draft}', '{published_draft}'],
  reviews: ['{decided}', '{waiting}', '{claimed}', '{filed}'],
};

const profileIds = ['{own}', '{filed}', '{filed}', '{decided}', '{decided}', '{fresh}', '{ended}', '{other}'];

/** The values of the other parameters of a path. */
const parameters: { readonly [name: string]: readonly string[] } = {
  sessionId: ['{session}'],
  fileId: ['{file}'],
  asset: ['start.js', 'swagger-ui.css'],
  code: ['not_found', 'validation_failed'],
  version: ['{policy_version}'],
};

/** The names of the files of a page, by its path. */
const fileNames: { readonly [page: string]: string } = { verify: '{verify_asset}', console: '{console_asset}' };

/** Whether an answer with this status says that the route did what it is for. */
export const isSuccess = (aim: string, status: number): boolean =>
  (status >= 200 && status < 300) || purposes[aim]?.status === status;

export const purposeOf = ({ method, path }: Route): Purpose => purposes[`${method} ${path}`] ?? {};

/** The valid values of a parameter of a path; the first one leads to a success. */
export const goodSegments = (name: string, route: Route): readonly string[] => {
  const [, page = '', folder = ''] = route.path.split('/');
  if (name === 'name') return [fileNames[page] ?? 'none'];
  return parameters[name] ?? purposeOf(route).ids ?? idsBelow[folder] ?? profileIds;
};

/** The example of a body that does what the route is for. */
export const exampleOf = (route: Route): unknown => purposeOf(route).body ?? route.body.example ?? {};
