import type { BackTest, DamagedDraft, PolicyDraft, PolicyJson, StaffMember } from '#console/model/wire';
import { aPolicy } from '../../support/builders/policies.ts';

type Answer = { readonly status: number; readonly body?: unknown };

/** The policies of a stub, the drafts that were begun, and what a back-test finds. */
export type StubPolicies = {
  readonly drafts: Map<string, PolicyDraft>;
  /** Drafts that cannot be read. */
  damaged: readonly DamagedDraft[];
  backTest: BackTest | null;
};

export const openPolicies = (): StubPolicies => ({ drafts: new Map(), damaged: [], backTest: null });

type Asked = { readonly method: string; readonly path: string; readonly body: Record<string, unknown> };

const problem = (status: number, code: string, more: object = {}): Answer => ({
  status,
  body: {
    type: `/problems/${code}`,
    title: code,
    status,
    code,
    request_id: 'request-1',
    retryable: false,
    ...more,
  },
});

const at = '2026-05-04T09:30:00.000Z';
const standard: PolicyJson = { ...aPolicy({ id: 'standard', version: '1' }) };
const known = { object: 'policy', id: 'standard', version: '1', digest: 'ab'.repeat(32), is_own: false };

const isDocument = (value: unknown): value is PolicyJson =>
  typeof value === 'object' && value !== null && 'minimumAge' in value;

/** What the lint of the stub says: it knows one fault. */
const findingsOn = ({ minimumAge }: PolicyJson): PolicyDraft['findings'] =>
  minimumAge === 0 ? [{ severity: 'error', pointer: '/minimumAge', message: 'admits everybody' }] : [];

const written = (draft: PolicyDraft, policy: PolicyJson, note: unknown, { id, name }: StaffMember): PolicyDraft => {
  const findings = findingsOn(policy);
  const writers = draft.writers.some((writer) => writer.id === id) ? draft.writers : [...draft.writers, { id, name }];
  return {
    ...draft,
    policy,
    findings,
    writers,
    is_publishable: findings.length === 0,
    revision: draft.revision + 1,
    policy_id: String(policy['id']),
    policy_version: String(policy['version']),
    updated_at: at,
    digest: `${draft.revision + 1}`.repeat(64).slice(0, 64),
    note: typeof note === 'string' ? note : null,
  };
};

const begun = (id: string, policy: PolicyJson, member: StaffMember): PolicyDraft => {
  const author = { id: member.id, name: member.name };
  const empty = {
    id,
    object: 'policy_draft',
    status: 'draft',
    revision: 0,
    note: null,
    author,
    writers: [],
    approved_by: null,
  } as const;
  const draft = {
    ...empty,
    policy_id: '',
    policy_version: '',
    digest: '',
    created_at: at,
    updated_at: at,
  };
  return written({ ...draft, findings: [], is_publishable: false, policy }, policy, null, member);
};

const change = (
  policies: StubPolicies,
  draft: PolicyDraft,
  verb: string,
  asked: Asked,
  member: StaffMember,
): Answer => {
  const { body } = asked;
  const keep = (next: PolicyDraft): Answer => {
    policies.drafts.set(next.id, next);
    return { status: 200, body: next };
  };
  if (verb === 'discard') return keep({ ...draft, status: 'discarded', findings: [] });
  if (body['expected_revision'] !== draft.revision) return problem(409, 'version_conflict');
  if (verb === 'publish') {
    if (draft.writers.some(({ id }) => id === member.id)) return problem(409, 'second_person_required');
    return keep({ ...draft, status: 'published', approved_by: { id: member.id, name: member.name } });
  }
  const { policy } = body;
  return isDocument(policy)
    ? keep(written(draft, policy, body['note'], member))
    : problem(422, 'validation_failed', { errors: [{ pointer: '/policy/minimumAge', message: 'is missing' }] });
};

/** Answers the calls of the screens of policies as the contract of the staff API says. */
export const policyAnswer = (policies: StubPolicies, asked: Asked, member: StaffMember): Answer => {
  const { method, path } = asked;
  const list = (data: readonly unknown[]): Answer => ({
    status: 200,
    body: { object: 'list', data, next_cursor: null },
  });
  if (path === '/api/policies') return list([known]);
  if (path.startsWith('/api/policies/')) return { status: 200, body: { ...known, policy: standard } };
  const [, , , id = '', verb = ''] = path.split('/');
  if (id === '' && method === 'GET') return list([...policies.drafts.values(), ...policies.damaged]);
  if (id === '') {
    const draft = begun('draft0000000001', { ...standard, ...Object(asked.body['policy']) }, member);
    policies.drafts.set(draft.id, draft);
    return { status: 201, body: draft };
  }
  if (verb === 'discard' && policies.damaged.some((one) => one.id === id)) {
    policies.damaged = policies.damaged.map((one) => (one.id === id ? { ...one, status: 'discarded' } : one));
    return { status: 200, body: policies.damaged.find((one) => one.id === id) };
  }
  const draft = policies.drafts.get(id);
  if (draft === undefined) return problem(404, 'not_found');
  if (verb === 'back-test') {
    if (policies.backTest === null) return problem(404, 'not_found');
    return { status: method === 'POST' ? 202 : 200, body: policies.backTest };
  }
  return method === 'GET' ? { status: 200, body: draft } : change(policies, draft, verb, asked, member);
};
