import { IdCodec, t } from '@portcullis/domain/kernel';
import type { PlacedAccessLine } from '@portcullis/domain/ports';
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

export const accessLineBody = ({ line, position }: PlacedAccessLine): t.TypeOf<typeof AccessLineBody> => ({
  id: encodeAccessPosition(position),
  ...line,
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
