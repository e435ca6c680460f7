import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Explanation, LedgerEntry, Profile, Review, StaffMember, StoredFile } from '#console/model/wire';
import { aMember, anEntryBody, anExplanationBody, aProfileBody, aReview } from '../../support/http/console-bodies.ts';
import { root } from '../../support/repository/files.ts';

const hour = 3_600_000;
const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString();

const permissions = {
  reviewer: ['reviews:read', 'reviews:claim', 'reviews:decide', 'persons:read', 'pictures:read', 'policies:read'],
  senior: ['reviews:override', 'lists:manage'],
  admin: [
    'reviews:read',
    'profiles:erase',
    'lists:manage',
    'policies:read',
    'policies:write',
    'operations:read',
    'webhooks:manage',
    'clients:manage',
    'sessions:manage',
    'audit:read',
  ],
} as const;

const searchBy = {
  redacted: ['reference', 'profile_id'],
  sealed: ['reference', 'profile_id', 'document_number'],
  clear: ['reference', 'profile_id', 'document_number', 'name'],
} as const;

const session = () => ({ expires_at: ago(-8 * hour), idle_expires_at: ago(-hour / 2) });

/** A reviewer, a senior reviewer where no name is sealed, and an administrator, who sees nothing of a person. */
export const staff = {
  rosa: (): StaffMember => ({
    ...aMember,
    id: 'staff-rosa00000001',
    name: 'Rosa Keller',
    roles: ['reviewer'],
    permissions: permissions.reviewer,
    search_by: searchBy.sealed,
    session: session(),
  }),
  amir: (): StaffMember => ({
    ...aMember,
    id: 'staff-amir00000002',
    name: 'Amir Haddad',
    roles: ['senior'],
    permissions: [...permissions.reviewer, ...permissions.senior],
    search_by: searchBy.clear,
    session: session(),
  }),
  olga: (): StaffMember => ({
    ...aMember,
    id: 'staff-olga00000003',
    name: 'Olga Brandt',
    roles: ['admin'],
    permissions: permissions.admin,
    search_by: searchBy.redacted,
    session: session(),
  }),
};

type Given = Partial<Review> & { readonly waitedHours?: number; readonly termHours?: number };

export const reviewOf = (number: number, { termHours = 24, waitedHours = 1, ...given }: Given = {}): Review => ({
  ...aReview,
  profile_id: `case${String(number).padStart(11, '0')}`,
  reference: `customer-${4700 + number}`,
  status_reasons: ['data_name_mismatch'],
  waiting_since: ago(waitedHours * hour),
  due_at: ago((waitedHours - termHours) * hour),
  is_overdue: waitedHours > termHours,
  version: 9,
  created_at: ago((waitedHours + 1) * hour),
  updated_at: ago(waitedHours * hour),
  ...given,
});

type Field = NonNullable<NonNullable<Profile['document']>['fields']['sex']>;

const field = (
  mrz: string,
  ai: string | null,
  agreement: Field['agreement'],
  barcode: string | null = null,
): Field => ({
  value: mrz,
  sources: [
    { source: 'mrz', value: mrz },
    ...(ai === null ? [] : [{ source: 'ai', value: ai } as const]),
    ...(barcode === null ? [] : [{ source: 'barcode', value: barcode } as const]),
  ],
  agreement,
});

const file = (id: string, kind: StoredFile['kind'], attempt = 1, superseded = false): StoredFile => ({
  id,
  kind,
  content_type: 'image/jpeg',
  size: 48_213,
  attempt,
  superseded,
  created_at: ago(2 * hour),
});

/** The person of a case: the specimen of ICAO 9303-4, whose claimed last name has a slip. */
export const profileOf = ({ profile_id: id, reference, status }: Review): Profile => ({
  ...aProfileBody,
  id,
  reference,
  status,
  claimed: {
    first_name: 'Anna Maria',
    last_name: 'Erikson',
    date_of_birth: '1974-08-12',
    country: 'UTO',
    email: 'anna@example.org',
  },
  document: {
    type: 'passport',
    issuing_country: 'UTO',
    fields: {
      last_name: field('ERIKSSON', 'ERIKSSON', 'agree'),
      first_name: field('ANNA MARIA', 'ANNA MARIA', 'agree'),
      document_number: field('L898902C3', 'L898902C8', 'disagree', 'L898902C3'),
      date_of_birth: field('1974-08-12', '1974-08-12', 'agree'),
      date_of_expiry: field('2034-04-15', null, 'single'),
      sex: field('F', 'F', 'agree'),
      issuing_country: field('UTO', 'UTO', 'agree'),
    },
  },
  files: [
    file('file00000000old', 'document_front', 1, true),
    file('file000000front', 'document_front', 2),
    file('file0000000face', 'liveness_reference', 2),
  ],
  compared_faces: [
    {
      document_file_id: 'file000000front',
      reference_file_id: 'file0000000face',
      document_face: { left: 0.135, top: 0.25, width: 0.13, height: 0.24 },
      reference_face: { left: 0.135, top: 0.25, width: 0.13, height: 0.24 },
    },
  ],
});

/** The same for somebody without `persons:read`. */
export const redactedProfileOf = (review: Review): Profile => ({
  ...aProfileBody,
  id: review.profile_id,
  reference: review.reference,
  status: review.status,
  redacted: true,
});

export const explanation: Explanation = {
  ...anExplanationBody,
  outcome: 'review',
  reasons: [
    {
      code: 'data_name_mismatch',
      person: null,
      staff: 'The claimed name disagrees with the document.',
      follows_from: null,
    },
  ],
  checks: [
    {
      name: 'document_mrz',
      status: 'passed',
      requirement: 'required',
      reasons: [],
      saw: [{ kind: 'value', name: 'check_digits', value: true, source: 'mrz' }],
    },
    {
      name: 'claimed_data',
      status: 'failed',
      requirement: 'optional',
      reasons: ['data_name_mismatch'],
      saw: [
        {
          kind: 'comparison',
          field: 'last_name',
          comparator: 'name',
          one: { source: 'claimed', value: 'Erikson' },
          other: { source: 'mrz', value: 'ERIKSSON' },
          score: 71,
          agrees: false,
          lowered_by: {
            same: [],
            differing: [{ one: 'Erikson', other: 'ERIKSSON' }],
            only_in_one: [],
            only_in_other: [],
            sentence: '"Erikson" differs from "ERIKSSON".',
          },
        },
      ],
    },
    {
      name: 'liveness',
      status: 'passed',
      requirement: 'required',
      reasons: [],
      score: 98.2,
      threshold: 75,
      saw: [],
    },
    {
      name: 'device',
      status: 'passed',
      requirement: 'optional',
      reasons: ['network_vpn'],
      saw: [
        { kind: 'value', name: 'age_seconds', value: 90, limit: 600, source: 'provider' },
        { kind: 'value', name: 'made_for_this_profile', value: true, source: 'provider' },
        { kind: 'value', name: 'bot', value: 'not_detected', source: 'provider' },
        { kind: 'value', name: 'vpn', value: true, source: 'provider' },
        { kind: 'value', name: 'rooted', value: null, source: 'provider' },
      ],
    },
    { name: 'device', status: 'not_applicable', requirement: 'optional', reasons: [], saw: null },
  ],
  nearest_change: {
    changes: [
      {
        what: 'claimed.last_name',
        from: 'Erikson',
        to: 'ERIKSSON',
        sentence: 'The claimed last name would have been "ERIKSSON" instead of "Erikson".',
      },
    ],
    outcome: 'approve',
  },
};

type EntryGiven = Partial<LedgerEntry> & { readonly type: string };

const entry = (seq: number, given: EntryGiven): LedgerEntry => ({
  ...anEntryBody,
  id: `entry-${seq}`,
  seq,
  kind: given.to === undefined ? 'verification_event' : 'status_change',
  occurred_at: ago((24 - seq) * 60_000),
  ...given,
});

/** The two histories, which share their numbers. */
export const histories = {
  status: [
    entry(1, { type: 'created', to: 'created', actor: { type: 'machine', id: 'acme-backend' } }),
    entry(2, { type: 'flow_opened', from: 'created', to: 'in_progress', actor: { type: 'flow', id: 'flow' } }),
    entry(6, { type: 'checks_completed', from: 'processing', to: 'in_review', reasons: ['data_name_mismatch'] }),
  ],
  verification: [
    entry(3, { type: 'document.analyzed' }),
    entry(4, { type: 'liveness.completed' }),
    entry(5, {
      type: 'partner.call_made',
      actor: { type: 'machine', id: 'acme-backend' },
      personal: { note: 'Reached by phone.' },
    }),
  ],
};

/** A picture of a document, and one that stands for the face. */
export const pictureOf = (fileId: string): Buffer =>
  readFileSync(join(root, 'test/fixtures/specimens', fileId === 'file0000000face' ? 'td3-minor.jpg' : 'td3-valid.jpg'));
