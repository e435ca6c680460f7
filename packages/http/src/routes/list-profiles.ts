import type { ProfileView } from '@portcullis/domain';
import { pipe, TE } from '@portcullis/domain';
import {
  closedObject,
  type DecodeFault,
  IdCodec,
  insufficientPermission,
  oneOf,
  plainText,
  schemaCodec,
  statuses,
  stringCodec,
  t,
} from '@portcullis/domain/kernel';
import { type ProfileFilter, type ProfileOrder, profileOrders } from '@portcullis/domain/ports';
import { decodeCursor, decodeUpdateCursor, MetadataCodec } from '@portcullis/domain/serialization';
import { enumList, integerText, PointInTime, toTimestamp } from '../request/codecs.ts';
import { invalidRequest } from '../request/http-error.ts';
import { ProfileList } from '../responses/profile-body.ts';
import { isRedactedFor, profileBodyFor, StaffProfileList } from '../responses/redacted-bodies.ts';
import { countedListOf, nullable, Ordinal, Reasons, StatusCodec, Timestamp } from '../responses/shared-codecs.ts';
import { endpoint } from './endpoint.ts';
import { pagedList } from './paged-list.ts';

const isCursor = (text: string): boolean => decodeCursor(text) !== null || decodeUpdateCursor(text) !== null;

/** A page that begins elsewhere than requested would look like the first page, so that an invalid cursor is refused. */
const Cursor = stringCodec('the next_cursor of an earlier page', isCursor, { maxLength: 27 });

/** The fields of a profile in a list with `view=summary`. */
export const ProfileSummaryBody = t.type(
  {
    id: IdCodec,
    object: t.literal('profile_summary'),
    reference: t.string,
    status: StatusCodec,
    status_reasons: Reasons,
    version: Ordinal,
    created_at: Timestamp,
    updated_at: Timestamp,
    expires_at: Timestamp,
    decided_at: nullable(Timestamp),
    lapses_at: nullable(Timestamp),
  },
  'ProfileSummary',
);

const ProfileSummaryList = countedListOf(ProfileSummaryBody, 'ProfileSummaryList');

const profileSummaryBody = ({ profile }: ProfileView): t.TypeOf<typeof ProfileSummaryBody> => ({
  id: profile.id,
  object: 'profile_summary',
  reference: profile.reference,
  status: profile.status,
  status_reasons: profile.statusReasons,
  version: profile.version,
  created_at: profile.createdAt,
  updated_at: profile.updatedAt,
  expires_at: profile.expiresAt,
  decided_at: profile.decidedAt,
  lapses_at: profile.lapsesAt,
});

const views = oneOf(['full', 'summary']);

const filters = {
  status: enumList(statuses),
  reference: plainText(1, 128),
  created_after: PointInTime,
  created_before: PointInTime,
  updated_after: PointInTime,
  metadata: MetadataCodec,
  sort: oneOf(profileOrders),
  limit: integerText(1, 100),
  cursor: Cursor,
};

/** The API description has an operation of its own for the other view, whose list is another one. */
const View = schemaCodec(views.name, views.is, oneOf(['full']).schema);

const ListQuery = closedObject({}, { ...filters, view: View }, 'list query');
type ListQuery = t.TypeOf<typeof ListQuery>;

const defaultPageSize = 20;
const profilesPerRead = 20;

const orderOf = ({ sort, updated_after }: ListQuery): ProfileOrder =>
  sort ?? (updated_after === undefined ? 'created_at' : 'updated_at');

/** The contradictions of a query: a time of change, or a cursor, of another order. */
const faultsOf = (query: ListQuery): readonly DecodeFault[] => {
  const order = orderOf(query);
  const { cursor, updated_after } = query;
  const decoded = order === 'updated_at' ? decodeUpdateCursor : decodeCursor;
  return [
    ...(updated_after !== undefined && order !== 'updated_at'
      ? [{ pointer: '/sort', message: 'must be updated_at beside updated_after' }]
      : []),
    ...(cursor !== undefined && decoded(cursor) === null
      ? [{ pointer: '/cursor', message: 'is a cursor of a list in another order' }]
      : []),
  ];
};

const statusFilter = (asked: ListQuery['status']): Pick<ProfileFilter, 'status' | 'statuses'> => {
  const [first, ...others] = asked ?? [];
  if (first === undefined) return {};
  return others.length === 0 ? { status: first } : { statuses: [first, ...others] };
};

const filterOf = (query: ListQuery, cursor: string | null, limit: number): ProfileFilter => ({
  limit,
  ...statusFilter(query.status),
  ...(query.reference !== undefined && { reference: query.reference }),
  ...(query.created_after !== undefined && { createdAfter: toTimestamp(query.created_after) }),
  ...(query.created_before !== undefined && { createdBefore: toTimestamp(query.created_before) }),
  ...(query.updated_after !== undefined && { updatedAfter: toTimestamp(query.updated_after) }),
  ...(query.metadata !== undefined && { metadata: query.metadata }),
  ...(orderOf(query) === 'updated_at' && { order: 'updated_at' as const }),
  ...(cursor !== null && { cursor }),
});

const about =
  'Page by page: hand `next_cursor` back as `cursor` until it is null. A page of large profiles ends before `limit`. A list by `updated_at` begins with what was changed longest ago, and a profile that is changed meanwhile is shown again further on; begin a minute before the time of your last list, or follow `GET /api/events`. `metadata[key]`, and what narrows a list by `updated_at` further, has no index: at most 1,000 profiles are looked at for one answer, which may then have few profiles, or none, and a cursor all the same.';

export const listProfiles = endpoint({
  method: 'GET',
  path: '/api/profiles',
  id: 'listProfiles',
  tag: 'Profiles',
  summary: 'Profiles, newest first, or by when they were changed',
  description: about,
  access: 'machine-or-staff',
  permission: 'reviews:read',
  scope: 'profiles:read',
  showsRecords: true,
  query: ListQuery,
  responses: [{ status: 200, description: 'A page of profiles.', body: ProfileList, staffBody: StaffProfileList }],
  variant: {
    fragment: 'summary',
    id: 'listProfileSummaries',
    summary: 'What matters of profiles, newest first, or by when they were changed',
    description: `${about} With \`view=summary\` each profile has what a list of them shows, and nothing of its evidence.`,
    query: closedObject({ view: oneOf(['summary']) }, filters, 'list query of summaries'),
    responses: [{ status: 200, description: 'A page of summaries.', body: ProfileSummaryList }],
  },
  errors: ['insufficient_permission', 'database_unavailable'],
  run: ({ services }, { caller, query, reserve }) => {
    const faults = faultsOf(query);
    if (faults.length > 0) return TE.left(invalidRequest('query', faults));
    if (query.metadata !== undefined && isRedactedFor(caller)) return TE.left(insufficientPermission('persons:read'));
    const bodyOf = (view: ProfileView): unknown =>
      query.view === 'summary' ? profileSummaryBody(view) : profileBodyFor(caller, view);
    return pagedList<string>(reserve, {
      cursorField: 'next_cursor',
      from: query.cursor ?? null,
      limit: query.limit ?? defaultPageSize,
      chunkSize: profilesPerRead,
      read: (cursor, limit) =>
        pipe(
          services.listProfiles({ caller, filter: filterOf(query, cursor, limit) }),
          TE.map(({ damaged, items, next }) => ({
            items: items.map(bodyOf),
            next,
            ...(damaged !== undefined && { damaged }),
            profileIds: items.map(({ profile }) => profile.id),
          })),
        ),
    });
  },
});
