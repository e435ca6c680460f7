import { IdCodec, t } from '@portcullis/domain/kernel';
import type { AccessCaller, PlacedAccessLine } from '@portcullis/domain/ports';
import { encodeAccessPosition } from '@portcullis/domain/serialization';
import { Count, nullable, Ordinal, Timestamp } from './shared-codecs.ts';

const AccessCallerBody = t.union([
  t.type({ kind: t.literal('machine'), client_id: t.string }),
  t.type({ kind: t.literal('flow'), link_generation: Count }),
  t.type({ kind: t.literal('operator'), id: t.string }),
]);

/** One look at what is kept about a person. Its `id` is the `after` of the page that follows it. */
export const AccessLineBody = t.intersection(
  [
    t.type({
      id: t.string,
      at: Timestamp,
      request_id: t.string,
      operation: t.string,
      caller: AccessCallerBody,
      partner_id: t.string,
      team_id: nullable(t.string),
      profile_id: nullable(IdCodec),
      status: Ordinal,
    }),
    t.partial({ reviewer_id: t.string, file_id: IdCodec, profile_ids: t.readonlyArray(IdCodec) }),
  ],
  'AccessLine',
);

/** Staff are people of the operator, whose ids begin with `staff-`: partners know the form of these. */
const callerBody = (caller: AccessCaller): t.TypeOf<typeof AccessCallerBody> =>
  caller.kind === 'staff' ? { kind: 'operator', id: caller.staff_id } : caller;

export const accessLineBody = ({ line, position }: PlacedAccessLine): t.TypeOf<typeof AccessLineBody> => ({
  id: encodeAccessPosition(position),
  ...line,
  caller: callerBody(line.caller),
});

export const AccessLineList = t.type(
  {
    object: t.literal('list'),
    data: t.readonlyArray(AccessLineBody),
    next_after: nullable(t.string),
    damaged: Count,
  },
  'AccessLineList',
);
