import { staffRoles, t } from '@portcullis/domain/kernel';
import { PartnerProfile, readReply } from '../../../support/clients/api-client.ts';
import { comparableAnswer } from './comparable-answer.ts';
import { type RawResponse, rawClientAt } from './http-client.ts';
import { nameOf } from './made-by-staff.ts';
import {
  type AccessEnvironment,
  berlin,
  globex,
  newSubject,
  paris,
  partnerServerOf,
  reachDecision,
  type StaffEnvironment,
  wholeAcme,
} from './subjects.ts';
import type { Tenant } from './tokens.ts';

/** Somebody of a tenant, by what a search finds them. The first names and the document are the same in each tenant. */
type Person = {
  readonly tenant: Tenant;
  readonly id: string;
  readonly reference: string;
  readonly lastName: string;
  readonly documentNumber: string;
  readonly cursor: string;
};

const sharedNames = ['Min-su', 'minsu'];
const lastNames = ['Parisella', 'Berlinghausen', 'Globexhofer', 'Acmesund'];

const Made = t.type({
  created_at: t.string,
  document: t.type({ fields: t.type({ document_number: t.type({ value: t.string }) }) }),
});

const newPerson = async (environment: AccessEnvironment, tenant: Tenant, lastName: string): Promise<Person> => {
  const subject = await newSubject(environment, tenant, nameOf(tenant, 'sought'), true);
  const { id, reference } = subject;
  const ask = partnerServerOf(environment, tenant);
  const path = `/api/profiles/${id}`;
  const claimed = { first_name: 'Min-su', last_name: lastName };
  readReply(PartnerProfile, await ask({ method: 'PATCH', path, json: { claimed } }));
  await reachDecision(environment, subject);
  const { created_at: createdAt, document } = readReply(Made, await ask({ path }));
  const cursor = `${Date.parse(createdAt).toString(36)}.${id}`;
  return {
    tenant,
    id,
    reference,
    lastName,
    documentNumber: document.fields.document_number.value,
    cursor,
  };
};

type Query = Readonly<Record<string, string>>;

/** A search, and whom it finds of those that the caller may see. */
type Search = { readonly query: Query; readonly isSought: (person: Person) => boolean };

const searchesFor = (people: readonly Person[]): readonly Search[] => {
  const everybody = () => true;
  return [
    ...sharedNames.map((name): Search => ({ query: { name }, isSought: everybody })),
    ...people.flatMap((person): readonly Search[] => [
      ...[person.lastName, `${person.lastName} Min-su`].map(
        (name): Search => ({ query: { name }, isSought: (one) => one === person }),
      ),
      { query: { reference: person.reference }, isSought: (one) => one === person },
      { query: { profile_id: person.id }, isSought: (one) => one === person },
      { query: { document_number: person.documentNumber }, isSought: everybody },
      // A place in the list of somebody else's profiles is one in the caller's own.
      { query: { name: 'Min-su', cursor: person.cursor }, isSought: (one) => one.cursor < person.cursor },
    ]),
  ];
};

/** A search of the same form that finds nobody. */
const nobodysLike = (query: Query): Query => ({
  ...query,
  ...(query['name'] !== undefined && { name: 'Nobodysson' }),
  ...(query['reference'] !== undefined && { reference: 'nobodys-reference' }),
  ...(query['profile_id'] !== undefined && { profile_id: 'nobody000000000' }),
  ...(query['document_number'] !== undefined && { document_number: 'NOBODYS0' }),
});

const sees = ({ partner, team }: Tenant, { tenant }: Person): boolean =>
  partner === tenant.partner && (team === null || team === tenant.team);

const leaks = ({ bytes }: RawResponse, { id, lastName, reference }: Person): boolean => {
  const text = bytes.toString('utf8');
  return [id, lastName, reference].some((word) => text.includes(word));
};

/** What was tried, and what must not have happened. */
export type SearchSummary = { tries: number; different: number; leaked: number; blind: number; broken: number };

const trySearch = async (
  ask: (tenant: Tenant, query: Query) => Promise<RawResponse>,
  { isSought, query, tenant }: Search & { readonly tenant: Tenant },
  people: readonly Person[],
  summary: SearchSummary,
): Promise<string | null> => {
  summary.tries += 1;
  const answer = await ask(tenant, query);
  const own = people.filter((person) => sees(tenant, person));
  const isLeak = people.some((person) => !own.includes(person) && leaks(answer, person));
  const sought = own.filter(isSought);
  const isBlind = answer.status !== 200 || sought.some((person) => !leaks(answer, person));
  const isOther =
    sought.length === 0 && comparableAnswer(answer) !== comparableAnswer(await ask(tenant, nobodysLike(query)));
  if (isLeak) summary.leaked += 1;
  if (isBlind) summary.blind += 1;
  if (isOther) summary.different += 1;
  return isLeak || isBlind || isOther ? `${answer.status}${isLeak ? ', with somebody else' : ''}` : null;
};

/**
 * Lets staff of each tenant search by the names, the references, the ids and the document numbers of all. Each finds
 * all that is their own, nothing of others, and for what is of others alone the bytes for what nobody has.
 */
export const trySearches = async (
  environment: StaffEnvironment,
  say: (line: string) => void,
): Promise<SearchSummary> => {
  const client = rawClientAt(environment.baseUrl, 1);
  const summary: SearchSummary = { tries: 0, different: 0, leaked: 0, blind: 0, broken: 0 };
  const ask = async (tenant: Tenant, query: Query): Promise<RawResponse> => {
    const session = await environment.staff.headersOf({ kind: 'staff', tenant, roles: staffRoles, state: 'fresh' });
    const headers = { ...session, 'content-type': 'application/json', 'request-id': 'search' };
    const answer = await client.ask({
      method: 'POST',
      path: '/api/staff/search',
      headers,
      body: JSON.stringify(query),
    });
    if (answer.status >= 500) summary.broken += 1;
    return answer;
  };
  const tenants = [paris, berlin, globex, wholeAcme];
  const people: Person[] = [];
  for (const [n, tenant] of tenants.entries())
    people.push(await newPerson(environment, tenant, lastNames[n] ?? 'Nobody'));
  for (const tenant of tenants)
    for (const search of searchesFor(people)) {
      const wrong = await trySearch(ask, { ...search, tenant }, people, summary);
      if (wrong !== null) say(`a search of ${nameOf(tenant, 'staff')} by ${JSON.stringify(search.query)}: ${wrong}`);
    }
  client.close();
  return summary;
};
