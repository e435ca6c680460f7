import type { FieldTexts } from './common.ts';

const entry: FieldTexts = {
  id: 'The id of the entry.',
  seq: 'Its place in the chain of the profile, from 1 and without gaps.',
  kind: 'Whether it belongs to the status history or to the verification history.',
  type: 'What happened, such as `checks_completed` or `partner.call_made`.',
  reasons: 'The reasons of a decision; empty for everything else.',
  actor: 'Who did it.',
  'actor.type':
    'The kind of actor: the service itself, a server of the partner, the person, a reviewer or the operator.',
  'actor.id': "The id of the client, the person's token, the reviewer or the operator; `portcullis` for the service.",
  data: 'The hashed details. What is personal in them is a salted digest.',
  occurred_at: 'When it happened.',
  recorded_at: 'When it was written.',
  prev_hash: 'The hash of the entry before, 64 hexadecimal digits; 64 zeros for the first.',
  hash: 'SHA-256 over the canonical JSON (RFC 8785) of every field but `hash` and `personal`, 64 hexadecimal digits.',
  from: 'The status before, in a status change.',
  to: 'The status after, in a status change.',
  personal: 'What somebody wrote: it is not hashed, and absent once it is erased.',
  personal_digest: 'The salted SHA-256 of `personal`, which is hashed, 64 hexadecimal digits.',
};

const checkpoint: FieldTexts = {
  log_id: 'The id of the log.',
  size: 'How many entries the log has.',
  hash: 'The hash that covers all of them in their order, 64 hexadecimal digits.',
  time: 'When the head was made.',
  signed_text: 'The text that is signed, made of the fields above.',
  signature: 'The signature over `signed_text`; null where the service has no key.',
  'signature.algorithm': 'The algorithm (RFC 8032).',
  'signature.public_key': 'The public key in base64 (SubjectPublicKeyInfo).',
  'signature.value': 'The signature in base64.',
};

const event: FieldTexts = {
  id: 'The id of the event: the same wherever and whenever it is read.',
  type: 'What happened.',
  timestamp: 'When it was recorded.',
};

export const recordTexts: { readonly [schema: string]: FieldTexts } = {
  LedgerEntry: entry,
  StatusEntry: { ...entry, profile_status: 'The status that the profile has now. It is not part of what is hashed.' },
  LedgerEntryList: {
    data: 'The entries of this page, in order.',
    next_after_seq: 'Hand it back as `after_seq` for the next page; null on the last one.',
    damaged: 'How many entries were changed in the database and are left out; absent without any.',
    damaged_seqs: 'The `seq` of each of them. Members of staff are told.',
  },
  ProfileEvent: {
    ...event,
    data: 'The profile that has changed. Read the profile for everything else.',
    'data.id': 'The id of the profile.',
    'data.status': 'The status of the profile at this event. It may have another one by now.',
    'data.version':
      'The version of the profile at this event: the `seq` of its ledger entry. Leave out an event of a lower version than you know.',
    'data.reasons': 'Why it has this status, the gravest reason first; empty where there is no reason.',
    'data.previous_status': 'The status that this event has ended; null where it has ended none.',
  },
  EndpointEvent: {
    ...event,
    data: 'The endpoint that has changed.',
    'data.id': 'The id of the endpoint.',
    'data.status': 'Always `disabled`: nothing is sent to it until you enable it again.',
    'data.reason':
      'Why it is disabled. `requested`: by you. `gone`: it has answered 410. `failing`: nothing was received for five days.',
  },
  EventList: {
    data: 'The events of this page, in the order of the feed.',
    next_after: 'The cursor behind this page. Store it, and hand it back as `after`.',
    has_more: 'Whether the next page can be asked for at once. Otherwise nothing followed this page when it was read.',
    damaged: 'How many events of this page were changed or removed in the database and cannot be shown; 0 as a rule.',
  },
  Checkpoint: checkpoint,
  AccessLine: {
    id: 'The id of the line. Hand it back as `after` to continue behind it.',
    at: 'When it was answered.',
    request_id: 'The `Request-Id` of the request.',
    operation: 'The id of the operation in this description, or `ledger_export` for a pack that the operator exported.',
    caller: 'Who looked.',
    'caller.kind': 'A server of a partner, a person, or somebody at the operator of the service.',
    'caller.client_id': 'The client.',
    'caller.link_generation': 'The number of the link, from 1: each new link of a profile has the next one.',
    'caller.id': 'The account of the operator, or the opaque id of a member of staff, which begins with `staff-`.',
    profile_id: 'The profile; null for a list, and for a refusal where the request does not name it.',
    status: 'The status of the answer.',
    reviewer_id: 'The reviewer whom the request names.',
    file_id: 'The file that was answered.',
    profile_ids: 'The profiles of the page of a list.',
  },
  AccessLineList: {
    data: 'The lines of this page, in the order in which they were written.',
    next_after: 'Hand it back as `after` for the next page; null on the last one.',
    damaged: 'How many batches of lines were changed in the database and cannot be shown; 0 as a rule.',
  },
};
