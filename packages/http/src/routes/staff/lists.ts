import { decodeListCursor, type ListFilter, type ListSubject } from '@portcullis/backoffice';
import { E, type Either, pipe, TE } from '@portcullis/domain';
import { fingerprintKinds } from '@portcullis/domain/evidence';
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
import { integerText } from '../../request/codecs.ts';
import { type HttpError, invalidRequest } from '../../request/http-error.ts';
import { endpoint } from '../endpoint.ts';
import { pagedList } from '../paged-list.ts';
import { ListPage, listEntryBody, namedProfiles, RemovedEntryBody } from './list-body.ts';

const common = {
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

/** Reads the entries that the partner blocks and allows. */
export const readLists = endpoint({
  ...common,
  method: 'GET',
  path: '/api/lists',
  id: 'readLists',
  showsRecords: true,
  query: ListQuery,
  responses: [{ status: 200, body: ListPage }],
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

/** The subject that a body names. A document number is of a person, so that it needs the permission to read of them. */
const subjectOf = (caller: StaffPrincipal, body: AddToList): Either<HttpError, ListSubject> => {
  const { document_number: number, issuing_country: issuer, kind, profile_id: id } = body;
  if (id !== undefined)
    return number === undefined && issuer === undefined ? E.right({ by: 'profile', id, kind }) : E.left(formFault);
  if (number === undefined || issuer === undefined || kind !== 'document') return E.left(formFault);
  return hasPermission(caller, 'persons:read')
    ? E.right({ by: 'document', number, issuer })
    : E.left(insufficientPermission('persons:read'));
};

/** Block or allow what a profile has shown, or a document. */
export const addToList = endpoint({
  ...common,
  method: 'POST',
  path: '/api/lists',
  id: 'addToList',
  showsRecords: true,
  ignoresIdempotencyKey: true,
  body: {
    json: { machine: AddToList, flow: AddToList },
    example: { list: 'blocked', kind: 'document', profile_id: 'a1b2c3d4e5f6g7h', note: 'Reported as stolen.' },
  },
  otherProfile: ({ body }) => body.profile_id,
  responses: [200, 201].map((status) => ({ status, body: ListPage })),
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

/** Take an entry off its list. */
export const removeFromList = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/lists/:id',
  id: 'removeFromList',
  showsRecords: false,
  params: closedObject({ id: IdCodec }, {}, 'entry in the path'),
  responses: [{ status: 200, body: RemovedEntryBody }],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.removeFromList({ caller, id: params.id }),
      TE.map(() => ({ status: 200, body: { id: params.id, object: 'list_entry', deleted: true } })),
    ),
});
