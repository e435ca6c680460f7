import { encodeListCursor } from '#backoffice/access/page-cursors';
import type { routesFor } from '#http/server';
import type { Belongings } from './belongings.ts';
import type { RawRequest } from './http-client.ts';
import { listedIssuer, listing } from './made-by-staff.ts';

type Route = ReturnType<typeof routesFor>[number];

/** A request of staff that names something of another tenant in one of the places where it can be named. */
export type StaffTry = {
  readonly place: string;
  readonly request: (named: Belongings, own: Belongings) => RawRequest;
  /** Whether what is named is looked up, so that its owner is answered otherwise than for what nobody has. */
  readonly isLookedUp: boolean;
  /** Whether what is named belongs to the partner, and so to each of its teams. */
  readonly isOfPartner: boolean;
  /** Whether callers have something of the same name themselves: then they find that, and nothing of the other's. */
  readonly isShared: boolean;
  /** Whether callers make something of their own by it, which has another id and another time each time. */
  readonly makes: boolean;
  /** Whether what is named is gone or closed afterwards, where its owner asks. */
  readonly removes: boolean;
};

type Naming = (from: Belongings) => string;

/** What a field names. */
type Named = {
  readonly by: Naming;
  /** A field by which a list is narrowed or begun, and that finds nothing beyond what the caller sees anyway. */
  readonly isLookedUp?: false;
  readonly isOfPartner?: true;
  readonly isShared?: true;
  readonly makes?: true;
  /** The fields that a request has besides. */
  readonly beside?: (own: Belongings) => { readonly [field: string]: string | number };
};

/** What `:id` is, by the first part of the path behind `/api/`. A route below another one has no try yet, and fails. */
const idsBelow: { readonly [folder: string]: Named } = {
  profiles: { by: ({ profile }) => profile },
  status_history: { by: ({ profile }) => profile },
  verification_history: { by: ({ profile }) => profile },
  reviews: { by: ({ profile }) => profile },
  'webhook-endpoints': { by: ({ endpoint }) => endpoint },
  clients: { by: ({ client }) => client },
  staff: { by: ({ member }) => member },
  policies: { by: ({ policy }) => policy, isOfPartner: true },
  'policy-drafts': { by: ({ draft }) => draft, isOfPartner: true },
  // A team sees each entry of its partner, and takes off those alone that are its own.
  lists: { by: ({ entry }) => entry },
};

/** The fields that name something of a tenant, by the path of their route, wherever they stand. */
const named: { readonly [pathAndField: string]: Named } = {
  '/api/profiles/:id/files/:fileId fileId': { by: ({ file }) => file },
  '/api/profiles reference': { by: ({ reference }) => reference },
  '/api/profiles metadata': { by: ({ branch }) => branch },
  '/api/profiles cursor': {
    by: ({ createdAt, profile }) => `${Date.parse(createdAt).toString(36)}.${profile}`,
    isLookedUp: false,
  },
  '/api/reviews policy': { by: ({ policy }) => policy, isLookedUp: false },
  '/api/reviews cursor': {
    by: ({ createdAt, profile }) => `w.${Date.parse(createdAt).toString(36)}.${profile}`,
    isLookedUp: false,
  },
  '/api/staff/search reference': { by: ({ reference }) => reference },
  '/api/staff/search profile_id': { by: ({ profile }) => profile },
  // The simulated reader reads the same number from every photo.
  '/api/staff/search document_number': { by: ({ documentNumber }) => documentNumber, isShared: true },
  // The service of this harness seals names, and refuses to look for any. Another one is searched for its names.
  '/api/staff/search name': { by: ({ reference }) => reference, isLookedUp: false },
  '/api/staff/search cursor': {
    by: ({ createdAt, profile }) => `${Date.parse(createdAt).toString(36)}.${profile}`,
    isLookedUp: false,
    beside: () => ({ name: 'Nobody' }),
  },
  '/api/webhook-endpoints/:id/replay event': { by: ({ event }) => event },
  '/api/webhook-endpoints/:id/replay after': { by: ({ feedCursor }) => feedCursor, isOfPartner: true },
  '/api/webhook-endpoints/:id/replay until': {
    by: ({ feedCursor }) => feedCursor,
    isOfPartner: true,
    beside: ({ feedCursor }) => ({ after: feedCursor }),
  },
  '/api/webhook-endpoints/:id/deliveries cursor': {
    by: ({ createdAt, event }) => `${createdAt}/${event.replace('evt_', '')}`,
    isLookedUp: false,
  },
  '/api/webhook-endpoints/:id/dead-letters cursor': { by: ({ feedCursor }) => feedCursor, isOfPartner: true },
  '/api/lists cursor': {
    by: ({ entry, listedAt }) => encodeListCursor({ addedAt: listedAt, id: entry }),
    isLookedUp: false,
    isOfPartner: true,
  },
  '/api/lists profile_id': { by: ({ profile }) => profile, beside: () => listing },
  // Each partner has lists of its own: what another one has listed is put there as if nobody had.
  '/api/lists document_number': {
    by: ({ listedNumber }) => listedNumber,
    isOfPartner: true,
    makes: true,
    beside: () => ({ ...listing, ...listedIssuer }),
  },
  '/api/policy-drafts/:id/publish digest': {
    by: ({ draftDigest }) => draftDigest,
    isOfPartner: true,
    beside: () => ({ expected_revision: 1 }),
  },
};

/** The bodies that would change what is named in the path, where the example of the route would not. */
const bodies: { readonly [path: string]: (from: Belongings) => object } = {
  '/api/policy-drafts/:id': ({ draftDocument }) => ({ policy: draftDocument, expected_revision: 1 }),
  '/api/policy-drafts/:id/publish': ({ draftDigest }) => ({ digest: draftDigest, expected_revision: 1 }),
};

/**
 * The fields that name nothing of anybody's: words of the API, times, counts, texts. `after` of the access log is a
 * place in the caller's own; `team_id` is a name within the caller's partner, and not an id.
 */
const namesNothing: readonly string[] = [
  'status',
  'created_after',
  'created_before',
  'updated_after',
  'sort',
  'limit',
  'view',
  'seq',
  'after_seq',
  'url',
  'types',
  'description',
  'dead_letters',
  'from',
  'language',
  'claimed',
  'reason',
  'overdue',
  'take_over',
  'outcome',
  'expected_version',
  'note',
  'steps',
  'name',
  'scopes',
  'team_id',
  'overlap_seconds',
  'version',
  'list',
  'kind',
  'issuing_country',
  'personal',
  'files',
  'expected_revision',
];
const placesInOwnLists: readonly string[] = ['/api/access-log after'];
/** Documents of policies, whose names all partners share: whether one is taken is said on purpose, and not by whom. */
const documents: readonly string[] = ['/api/policy-drafts policy', '/api/policy-drafts/:id policy'];
const knownToNameNothing: readonly string[] = [...placesInOwnLists, ...documents];

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null;

/** The fields of a closed object; `null` for another codec, whose fields nobody has declared. */
export const fieldsOf = (codec: unknown): readonly string[] | null => {
  if (!isRecord(codec) || !isRecord(codec['required']) || !isRecord(codec['optional'])) return null;
  return [...Object.keys(codec['required']), ...Object.keys(codec['optional'])];
};

type Place = { readonly where: 'path' | 'query' | 'body'; readonly field: string; readonly named: Named };

const namedBy = ({ path }: Route, field: string): Named | null =>
  (field === 'id' ? idsBelow[path.split('/')[2] ?? ''] : named[`${path} ${field}`]) ?? null;

/** The places of a route where something can be named, and those of which nobody has said what they name. */
const placesOf = (route: Route): { readonly places: readonly Place[]; readonly undeclared: readonly string[] } => {
  const { body, params, query } = route;
  const parts = [
    ['path', fieldsOf(params)],
    ['query', fieldsOf(query)],
    ['body', fieldsOf((body.json ?? body.absent)?.machine)],
  ] as const;
  const places: Place[] = [];
  const undeclared: string[] = body.multipart === undefined ? [] : ['a form'];
  for (const [where, fields] of parts) {
    if (fields === null) undeclared.push(`the ${where}`);
    for (const field of fields ?? []) {
      const name = namedBy(route, field);
      if (name !== null) places.push({ where, field, named: name });
      else if (!namesNothing.includes(field) && !knownToNameNothing.includes(`${route.path} ${field}`))
        undeclared.push(`${field} in the ${where}`);
    }
  }
  return { places, undeclared: undeclared.map((what) => `${route.method} ${route.path}: ${what}`) };
};

const queryOf = ({ field, named: { by, beside } }: Place, from: Belongings, own: Belongings): string => {
  const name = field === 'metadata' ? 'metadata[branch]' : field;
  const fields = Object.entries({ ...beside?.(own), [name]: by(from) });
  return `?${new URLSearchParams(fields.map(([key, value]): [string, string] => [key, String(value)]))}`;
};

/** The body of a request: the one field that is tried, or what changes what the path names. */
const bodyOf = (route: Route, place: Place | undefined, from: Belongings, own: Belongings): object | null => {
  if (place?.where === 'body') return { ...place.named.beside?.(own), [place.field]: place.named.by(from) };
  const { body, method, path } = route;
  const changes = bodies[path];
  if (method !== 'GET' && changes !== undefined) return changes(from);
  return isRecord(body.example) ? body.example : null;
};

/** A request in which one place, or each of the path, names what is somebody's, and every other one one's own. */
const tryAt = (route: Route, places: readonly Place[], tried: readonly Place[]): StaffTry => {
  const [single] = tried;
  return {
    place: `${route.method} ${route.path}: ${tried.map(({ field }) => field).join(' and ')}`,
    isLookedUp: tried.every((place) => place.named.isLookedUp !== false),
    isOfPartner: tried.every((place) => place.named.isOfPartner === true),
    isShared: tried.some((place) => place.named.isShared === true),
    makes: tried.some((place) => place.named.makes === true),
    removes: route.method === 'DELETE' || /\/(discard|end-sessions)$/.test(route.path),
    request: (from, own) => {
      const path = places
        .filter(({ where }) => where === 'path')
        .reduce(
          (text, place) => {
            const value = place.named.by(tried.includes(place) ? from : own);
            return text.replace(new RegExp(`:${place.field}(?=/|$)`), value);
          },
          route.path.replace(':version', '1'),
        );
      const json = bodyOf(route, single, from, own);
      return {
        method: route.method,
        path: single?.where === 'query' ? path + queryOf(single, from, own) : path,
        ...(json !== null && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }),
      };
    },
  };
};

/**
 * Every try that follows from the routes that staff may call: each place where something can be named, alone, and all
 * places of a path together. A field of which nobody has said whether it names something is `undeclared`.
 */
export const staffTriesOf = (
  routes: readonly Route[],
): { readonly tries: readonly StaffTry[]; readonly undeclared: readonly string[] } => {
  const all = routes.filter(({ access }) => access.includes('staff')).map((route) => ({ route, ...placesOf(route) }));
  const tries = all.flatMap(({ places, route }) => {
    const ofPath = places.filter(({ where }) => where === 'path');
    const together = ofPath.length > 1 ? [tryAt(route, places, ofPath)] : [];
    return [...places.map((place) => tryAt(route, places, [place])), ...together];
  });
  return { tries, undeclared: all.flatMap(({ undeclared }) => undeclared) };
};
