import { integer, t } from '../kernel/codec.ts';
import { IdCodec } from '../kernel/ids.ts';
import type { AccessLine, AccessPosition } from '../ports/stores/access-log.ts';

const AccessCallerCodec = t.union([
  t.type({ kind: t.literal('machine'), client_id: t.string }),
  t.type({ kind: t.literal('flow'), link_generation: t.number }),
  t.type({ kind: t.literal('staff'), staff_id: t.string }),
  t.type({ kind: t.literal('operator'), id: t.string }),
]);

/** The stored form of a line of the access log. */
export const AccessLineCodec: t.Type<AccessLine> = t.intersection(
  [
    t.type({
      at: t.string,
      request_id: t.string,
      operation: t.string,
      caller: AccessCallerCodec,
      partner_id: t.string,
      team_id: t.union([t.string, t.null]),
      profile_id: t.union([IdCodec, t.null]),
      status: integer(200, 499),
    }),
    t.partial({ reviewer_id: t.string, file_id: IdCodec, profile_ids: t.readonlyArray(IdCodec) }),
  ],
  'access line',
);

const pattern = /^([0-9a-z]{1,9})\.([a-z0-9]{15})\.(\d{1,3})$/;

/** The id of a line of the access log, which says where the next page begins. It needs no escaping in a URL. */
export const encodeAccessPosition = ({ at, id, line }: AccessPosition): string =>
  `${Date.parse(at).toString(36)}.${id}.${line}`;

/** The position that the id of a line names, or `null` for an id that we did not make. */
export const decodeAccessPosition = (text: string): AccessPosition | null => {
  const [, millis, id, line] = pattern.exec(text) ?? [];
  if (millis === undefined || id === undefined || line === undefined) return null;
  return { at: new Date(Number.parseInt(millis, 36)).toISOString(), id, line: Number(line) };
};
