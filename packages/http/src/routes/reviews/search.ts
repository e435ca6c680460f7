import { E, type Either, pipe, TE } from '@portcullis/domain';
import {
  closedObject,
  hasPermission,
  IdCodec,
  insufficientPermission,
  plainText,
  type StaffPrincipal,
  type t,
} from '@portcullis/domain/kernel';
import type { ReviewSearch } from '@portcullis/domain/use-cases';
import { type HttpError, invalidRequest } from '../../request/http-error.ts';
import { endpoint } from '../endpoint.ts';
import { emptyObject } from '../route.ts';
import { common } from './queue.ts';
import { FoundReviews, reviewBody } from './review-body.ts';

const Search = closedObject(
  {},
  { reference: plainText(1, 128), profile_id: IdCodec, document_number: plainText(1, 40) },
  'StaffSearch',
);

const searchesOf = ({ document_number, profile_id, reference }: t.TypeOf<typeof Search>): readonly ReviewSearch[] => [
  ...(reference === undefined ? [] : [{ by: 'reference', reference } as const]),
  ...(profile_id === undefined ? [] : [{ by: 'profile', id: profile_id } as const]),
  ...(document_number === undefined ? [] : [{ by: 'document', number: document_number } as const]),
];

/** The one search of a body. A document number is of a person, so that it needs the permission to read of them. */
const searchOf = (caller: StaffPrincipal, body: t.TypeOf<typeof Search>): Either<HttpError, ReviewSearch> => {
  const [search, ...others] = searchesOf(body);
  if (search === undefined || others.length > 0)
    return E.left(invalidRequest('body', [{ pointer: '', message: 'expected exactly one of its fields' }]));
  return search.by === 'document' && !hasPermission(caller, 'persons:read')
    ? E.left(insufficientPermission('persons:read'))
    : E.right(search);
};

export const searchReviews = endpoint({
  ...common,
  method: 'POST',
  path: '/api/staff/search',
  id: 'searchReviews',
  summary: 'Find profiles',
  description:
    "For the console: profiles of any status by exactly one of the partner's reference, the id of a profile, or the number of a document, which needs the permission `persons:read`. At most 20, the newest first. It is no query, because a URL is written down in more places than a body.",
  permission: 'reviews:read',
  showsRecords: true,
  unkeyed: true,
  params: emptyObject,
  body: { json: { machine: Search, flow: Search }, example: { reference: 'customer-1' } },
  responses: [{ status: 200, description: 'What was found.', body: FoundReviews }],
  errors: ['insufficient_permission', 'validation_failed', 'database_unavailable'],
  run: ({ services }, { body, caller }) =>
    pipe(
      TE.fromEither(searchOf(caller, body)),
      TE.flatMap((search) => services.searchReviews({ caller, search })),
      TE.map((found) => ({
        status: 200,
        profileIds: found.map(({ profile }) => profile.id),
        body: { object: 'list', data: found.map(reviewBody) },
      })),
    ),
});
