import { maxFound, type NameSearch, type ReviewSearch } from '@portcullis/backoffice';
import { E, type Either, pipe, type TaskEither, TE } from '@portcullis/domain';
import {
  closedObject,
  hasPermission,
  IdCodec,
  insufficientPermission,
  plainText,
  type StaffPrincipal,
  stringCodec,
  t,
} from '@portcullis/domain/kernel';
import { decodeCursor } from '@portcullis/domain/serialization';
import type { HttpError } from '../../request/http-error.ts';
import type { HttpResponse } from '../../responses/http-response.ts';
import { Count, nullable } from '../../responses/shared-codecs.ts';
import { endpoint, invalidField } from '../endpoint.ts';
import { pagedList } from '../paged-list.ts';
import type { Reserve } from '../route.ts';
import type { Services } from '../services.ts';
import { staffRoute } from './queue.ts';
import { ReviewBody, reviewBody } from './review-body.ts';

/** A search that begins elsewhere than asked would look like the first one, so that an invalid cursor is refused. */
const Cursor = stringCodec('the next_cursor of an earlier search by name', (text) => decodeCursor(text) !== null, {
  maxLength: 27,
});

const Search = closedObject(
  {},
  {
    reference: plainText(1, 128),
    profile_id: IdCodec,
    document_number: plainText(1, 40),
    name: plainText(1, 128),
    cursor: Cursor,
  },
  'StaffSearch',
);
type Search = t.TypeOf<typeof Search>;

type SearchQuery = ReviewSearch | (NameSearch & { readonly by: 'name' });

const searchesOf = ({ cursor, document_number, name, profile_id, reference }: Search): readonly SearchQuery[] => [
  ...(reference === undefined ? [] : [{ by: 'reference', reference } as const]),
  ...(profile_id === undefined ? [] : [{ by: 'profile', id: profile_id } as const]),
  ...(document_number === undefined ? [] : [{ by: 'document', number: document_number } as const]),
  ...(name === undefined ? [] : [{ by: 'name', name, ...(cursor !== undefined && { cursor }) } as const]),
];

const personalTerms: readonly SearchQuery['by'][] = ['document', 'name'];

/** The one search of a body. A document number, or a name, is of a person, and needs the permission to read of them. */
const searchOf = (caller: StaffPrincipal, body: Search): Either<HttpError, SearchQuery> => {
  const [search, ...others] = searchesOf(body);
  if (search === undefined || others.length > 0)
    return E.left(invalidField('', 'expected exactly one of reference, profile_id, document_number and name'));
  if (body.cursor !== undefined && search.by !== 'name') return E.left(invalidField('/cursor', 'is of a name alone'));
  return personalTerms.includes(search.by) && !hasPermission(caller, 'persons:read')
    ? E.left(insufficientPermission('persons:read'))
    : E.right(search);
};

/** A search by a name says how many were looked at, and where it goes on; others have everything at once. */
const FoundReviews = t.intersection(
  [
    t.type({ object: t.literal('list'), data: t.readonlyArray(ReviewBody) }),
    t.partial({ next_cursor: nullable(t.string), looked: Count, damaged: Count }),
  ],
  'FoundReviews',
);

type SearchDeps = { readonly services: Services; readonly caller: StaffPrincipal; readonly reserve: Reserve };

/** A search by name opens as many profiles as a page of the queue, and is answered page by page as that is. */
const byName = ({ caller, reserve, services }: SearchDeps, { cursor, name }: NameSearch) =>
  pagedList<string>(reserve, {
    cursorField: 'next_cursor',
    from: cursor ?? null,
    limit: maxFound,
    chunkSize: maxFound,
    read: (from) =>
      pipe(
        services.searchByName({ caller, search: { name, ...(from !== null && { cursor: from }) } }),
        TE.map(({ damaged, items, looked, next }) => ({
          items: items.map(reviewBody),
          looked,
          ...(damaged !== undefined && { damaged }),
          next,
          profileIds: items.map(({ profile }) => profile.id),
        })),
      ),
  });

const byOtherTerm = ({ caller, services }: SearchDeps, search: ReviewSearch): TaskEither<HttpError, HttpResponse> =>
  pipe(
    services.searchReviews({ caller, search }),
    TE.map(({ items, ...counted }) => ({
      status: 200,
      profileIds: items.map(({ profile }) => profile.id),
      body: { object: 'list', data: items.map(reviewBody), ...counted },
    })),
  );

/** Find profiles. */
export const searchReviews = endpoint({
  ...staffRoute,
  method: 'POST',
  path: '/api/staff/search',
  id: 'searchReviews',
  permission: 'reviews:read',
  showsRecords: true,
  ignoresIdempotencyKey: true,
  body: { json: { machine: Search, flow: Search }, example: { reference: 'customer-1' } },
  responses: [{ status: 200, body: FoundReviews }],
  run: ({ services }, { body, caller, reserve }) =>
    pipe(
      TE.fromEither(searchOf(caller, body)),
      TE.flatMap((search) => {
        const searching = { services, caller, reserve };
        return search.by === 'name' ? byName(searching, search) : byOtherTerm(searching, search);
      }),
    ),
});
