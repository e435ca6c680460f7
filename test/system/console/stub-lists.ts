import type { ListEntry, Review, StaffMember } from '#console/model/wire';
import { fingerprintKinds, listNames } from '#console/model/words';
import { type Answer, listAnswer, problem } from './stub-answer.ts';

type Known = { readonly reviews: ReadonlyMap<string, Review>; readonly lists: Map<string, ListEntry> };

type Request = { readonly method: string; readonly url: URL; readonly body: Readonly<Record<string, unknown>> };

/** An entry as a member sees it: who may not read of persons is shown no note. */
const entrySeenBy = (entry: ListEntry, { permissions }: StaffMember): ListEntry =>
  permissions.includes('persons:read') ? entry : { ...entry, note: null, redacted: true };

const added = ({ lists }: Known, { body }: Request, member: StaffMember): Answer => {
  const { note, profile_id: id } = body;
  const kind = fingerprintKinds.find((one) => one === body['kind']) ?? 'document';
  const list = listNames.find((one) => one === body['list']) ?? 'blocked';
  if (kind === 'device') return problem(422, 'validation_failed');
  const entry: ListEntry = {
    id: `entry${String(lists.size + 1).padStart(10, '0')}`,
    object: 'list_entry',
    list,
    kind,
    profile_id: String(id),
    note: String(note),
    added_by: { type: 'reviewer', id: member.id },
    added_at: new Date().toISOString(),
    is_own: true,
    redacted: false,
  };
  lists.set(entry.id, entry);
  return { ...listAnswer([entrySeenBy(entry, member)]), status: 201 };
};

/** Answers what the console asks about lists. */
export const listsAnswer = (known: Known, request: Request, member: StaffMember): Answer => {
  const { method, url } = request;
  if (!member.permissions.includes('lists:manage')) return problem(403, 'insufficient_permission');
  if (method === 'POST') return added(known, request, member);
  if (method === 'DELETE') {
    const id = url.pathname.split('/').at(-1) ?? '';
    return known.lists.delete(id)
      ? { status: 200, body: { id, object: 'list_entry', deleted: true } }
      : problem(404, 'not_found');
  }
  const { searchParams: query } = url;
  const wanted = ({ kind, list }: ListEntry): boolean =>
    (query.get('list') ?? list) === list && (query.get('kind') ?? kind) === kind;
  const entries = [...known.lists.values()].filter(wanted).toReversed();
  return listAnswer(entries.map((entry) => entrySeenBy(entry, member)));
};

/** The first case and the settled one have shown the same document; what was put on a list by a case is its own. */
export const duplicatesAnswer = ({ lists, reviews }: Known, { profile_id: id }: Review): Answer => {
  const pair = ['case00000000001', 'case00000000004'];
  const other = pair.includes(id) ? reviews.get(pair.find((one) => one !== id) ?? '') : undefined;
  const own = [...lists.values()].filter(({ profile_id: by }) => by === id);
  return {
    status: 200,
    body: {
      object: 'duplicates',
      lists: own.map(({ kind, list }) => ({ kind, list })),
      data: other === undefined ? [] : [{ kinds: ['document', 'device'], review: other }],
    },
  };
};
