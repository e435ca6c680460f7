import { E, type Either, pipe, TE } from '@portcullis/domain';
import { fingerprintKinds } from '@portcullis/domain/documents';
import {
  closedObject,
  hasPermission,
  IdCodec,
  insufficientPermission,
  multilineText,
  oneOf,
  plainText,
  type StaffPrincipal,
  stringCodec,
  type t,
} from '@portcullis/domain/kernel';
import { listNames } from '@portcullis/domain/ports';
import { decodeListCursor } from '@portcullis/domain/serialization';
import type { ListFilter, ListSubject } from '@portcullis/domain/use-cases';
import { integerText } from '../../request/codecs.ts';
import { type HttpError, invalidRequest } from '../../request/http-error.ts';
import { endpoint } from '../endpoint.ts';
import { pagedList } from '../paged-list.ts';
import { emptyObject, noBody } from '../route.ts';
import { ListEntriesBody, ListPageBody, listEntryBody, namedProfiles, RemovedListEntryBody } from './list-body.ts';

const common = {
  tag: 'Console',
  access: 'staff',
  scope: null,
  permission: 'lists:manage',
  forConsole: true,
} as const;

/** A page that begins elsewhere than requested would look like the first page, so that an invalid cursor is refused. */
const Cursor = stringCodec('the next_cursor of an earlier page', (text) => decodeListCursor(text) !== null, {
  maxLength: 27,
});

const ListQuery = closedObject(
  {},
  { list: oneOf(listNames), kind: oneOf(fingerprintKinds), limit: integerText(1, 100), cursor: Cursor },
  'list query',
);

const defaultPageSize = 20;
const entriesPerRead = 50;

const filterOf = ({ kind, list }: t.TypeOf<typeof ListQuery>, cursor: string | null, limit: number): ListFilter => ({
  limit,
  ...(kind !== undefined && { kind }),
  ...(list !== undefined && { list }),
  ...(cursor !== null && { cursor }),
});

export const readLists = endpoint({
  ...common,
  method: 'GET',
  path: '/api/lists',
  id: 'readLists',
  summary: 'What the partner blocks and allows',
  description:
    'For the console: the newest entries first; those that do not open say no time and stand last. At most a thousand are looked at for one answer, which may then have few, or none, and a cursor all the same.',
  showsRecords: true,
  params: emptyObject,
  query: ListQuery,
  body: noBody,
  responses: [{ status: 200, description: 'A page of entries.', body: ListPageBody }],
  errors: ['database_unavailable'],
  run: ({ services }, { caller, query, reserve }) =>
    pagedList<string>(reserve, {
      cursorField: 'next_cursor',
      from: query.cursor ?? null,
      limit: query.limit ?? defaultPageSize,
      chunkSize: entriesPerRead,
      read: (cursor, limit) =>
        pipe(
          services.readLists({ caller, filter: filterOf(query, cursor, limit) }),
          TE.map(({ damaged, items, next }) => ({
            items: items.map(listEntryBody),
            next,
            damaged,
            ...namedProfiles(items),
          })),
        ),
    }),
});

const AddToList = closedObject(
  { list: oneOf(listNames), kind: oneOf(fingerprintKinds), note: multilineText(2000) },
  { profile_id: IdCodec, document_number: plainText(1, 40), issuing_country: plainText(1, 60) },
  'AddToList',
);
type AddToList = t.TypeOf<typeof AddToList>;

const formFault = invalidRequest('body', [
  { pointer: '', message: 'expected either profile_id, or document_number and issuing_country of a document' },
]);

/** What a body names. A document number is of a person, so that it needs the permission to read of them. */
const subjectOf = (caller: StaffPrincipal, body: AddToList): Either<HttpError, ListSubject> => {
  const { document_number: number, issuing_country: issuer, kind, profile_id: id } = body;
  if (id !== undefined)
    return number === undefined && issuer === undefined ? E.right({ by: 'profile', id, kind }) : E.left(formFault);
  if (number === undefined || issuer === undefined || kind !== 'document') return E.left(formFault);
  return hasPermission(caller, 'persons:read')
    ? E.right({ by: 'document', number, issuer })
    : E.left(insufficientPermission('persons:read'));
};

export const addToList = endpoint({
  ...common,
  method: 'POST',
  path: '/api/lists',
  id: 'addToList',
  summary: 'Block or allow what a profile has shown, or a document',
  description:
    'For the console: everything of that kind that the profile has shown, at most the 20 last, or a document by its number and issuer, which needs the permission `persons:read` as well. It is taken off the other list. What is on the list already stays as it is, so that the same request can be sent again, and an `Idempotency-Key` is ignored: a kept answer would have the note.',
  showsRecords: true,
  ignoresIdempotencyKey: true,
  params: emptyObject,
  query: emptyObject,
  body: {
    json: { machine: AddToList, flow: AddToList },
    example: { list: 'blocked', kind: 'document', profile_id: 'a1b2c3d4e5f6g7h', note: 'Reported as stolen.' },
  },
  otherProfile: ({ body }) => body.profile_id,
  responses: [
    { status: 201, description: 'The entries, of which at least one is new.', body: ListEntriesBody },
    { status: 200, description: 'The entries, which were there before.', body: ListEntriesBody },
  ],
  errors: ['insufficient_permission', 'validation_failed', 'version_conflict', 'database_unavailable'],
  run: ({ services }, { body, caller }) =>
    pipe(
      TE.fromEither(subjectOf(caller, body)),
      TE.flatMap((subject) => services.addToList({ caller, list: body.list, note: body.note, subject })),
      TE.map(({ entries, isNew }) => ({
        status: isNew ? 201 : 200,
        ...(body.profile_id === undefined ? namedProfiles(entries) : { profileId: body.profile_id }),
        body: { object: 'list', data: entries.map(listEntryBody), next_cursor: null },
      })),
    ),
});

export const removeFromList = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/lists/:id',
  id: 'removeFromList',
  summary: 'Take an entry off its list',
  description:
    'For the console: it counts for the next check of an attempt. A member of a team finds what the team itself has put there, and nothing else.',
  showsRecords: false,
  params: closedObject({ id: IdCodec }, {}, 'entry in the path'),
  query: emptyObject,
  body: noBody,
  responses: [{ status: 200, description: 'It is gone.', body: RemovedListEntryBody }],
  errors: ['version_conflict', 'database_unavailable'],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.removeFromList({ caller, id: params.id }),
      TE.map(() => ({ status: 200, body: { id: params.id, object: 'list_entry', deleted: true } })),
    ),
});
