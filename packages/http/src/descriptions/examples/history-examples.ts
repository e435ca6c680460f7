/** Example bodies of the history routes. A test decodes each of them with its codec. */
export const statusEventExample = {
  event: 'review_approved',
  reviewer: { id: 'staff-0217', name: 'M. Keller' },
  reason: 'document_checked',
  note: 'Seen in the branch.',
};

export const eventExample = { type: 'partner.call_made', outcome: 'reached', data: { agent: 'a-17' } };

export const entryExample = {
  id: 'e1d2f3g4h5j6k7l',
  profile_id: 'p7f2k9x0m4c8v1b',
  seq: 10,
  kind: 'verification_event',
  type: 'partner.call_made',
  reasons: [],
  actor: { type: 'machine', id: 'acme-backend' },
  data: {},
  personal: { outcome: 'reached', data: { agent: 'a-17' } },
  personal_digest: '4f1c8e0a7f0d3f7a6f4f1f9b6f8b4a4b8f4d8c2f3f0e5a7b9c1d2e3f4a5b6c7d',
  occurred_at: '2026-05-04T10:00:00.000Z',
  recorded_at: '2026-05-04T10:00:00.000Z',
  prev_hash: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  hash: 'fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13',
};

const accessLineExample = {
  id: 'mp1x2k3v.a7c1d9e4f2b8h3j.0',
  at: '2026-05-04T10:00:00.000Z',
  request_id: '6f1c6a52-3a55-4c3e-9f0e-2f6a4c8b7d10',
  operation: 'readFile',
  caller: { kind: 'machine', client_id: 'acme-backend' },
  partner_id: 'acme',
  team_id: null,
  profile_id: 'p7f2k9x0m4c8v1b',
  file_id: 'f1n8d2q6w0e5r3t',
  status: 200,
};

const feedEventExample = {
  id: 'evt_e1d2f3g4h5j6k7l',
  type: 'profile.approved',
  timestamp: '2026-05-04T10:00:00.000Z',
  data: {
    id: 'p7f2k9x0m4c8v1b',
    object: 'profile',
    status: 'approved',
    version: 13,
    reasons: [],
    previous_status: 'processing',
  },
};

/** The bodies by the names of their schemas. */
export const historyBodies = {
  AccessLineList: { object: 'list', data: [accessLineExample], next_after: null, damaged: 0 },
  EventList: {
    object: 'list',
    data: [feedEventExample],
    next_after: 'b7.3c8f1d0e5a9b2476',
    has_more: false,
    damaged: 0,
  },
  StatusEntry: {
    ...entryExample,
    kind: 'status_change',
    type: 'review_approved',
    from: 'in_review',
    to: 'approved',
    actor: { type: 'reviewer', id: 'acme-backend' },
    data: { reviewer: 'staff-0217' },
    personal: { reviewer_name: 'M. Keller', reason: 'document_checked', note: 'Seen in the branch.' },
    profile_status: 'approved',
  },
  LedgerEntry: entryExample,
};
