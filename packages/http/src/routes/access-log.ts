import { pipe, TE } from '@portcullis/domain';
import { closedObject, stringCodec } from '@portcullis/domain/kernel';
import { decodeAccessPosition, encodeAccessPosition } from '@portcullis/domain/serialization';
import { integerText, PointInTime, toTimestamp } from '../request/codecs.ts';
import { AccessLineList, accessLineBody } from '../responses/access-log-body.ts';
import { endpoint } from './endpoint.ts';
import { pagedList } from './paged-list.ts';

/** A page that begins elsewhere than requested would leave lines out, so that an invalid id is refused. */
const LineId = stringCodec('the id of a line of an earlier page', (s) => decodeAccessPosition(s) !== null, {
  maxLength: 29,
});

const AccessLogQuery = closedObject(
  {},
  { after: LineId, from: PointInTime, limit: integerText(1, 1000) },
  'access log query',
);

const defaultPageSize = 100;
const linesPerRead = 1000;

export const readAccessLog = endpoint({
  method: 'GET',
  path: '/api/access-log',
  id: 'readAccessLog',
  tag: 'Histories',
  summary: 'Who has looked at what',
  description:
    'One line for each answer that has shown something of a person, and for each refusal that tells of a profile, in the order in which they were written; a line is answered 30 seconds after it was written. A client without a team gets the lines of all teams. Hand `next_after` back as `after` until it is null, and the id of the last line later on; a page may end before `limit`. Lines are removed when they are older than the service keeps them. `damaged` counts the batches of lines, up to 200 each, that were changed in the database and cannot be shown: what this page would have besides.',
  access: 'machine-or-staff',
  scope: 'access-log:read',
  permission: 'audit:read',
  showsRecords: true,
  query: AccessLogQuery,
  responses: [{ status: 200, description: 'A page of lines.', body: AccessLineList }],
  errors: ['database_unavailable'],
  run: ({ services }, { caller, query, reserve }) =>
    pagedList<string>(reserve, {
      cursorField: 'next_after',
      from: query.after ?? null,
      limit: query.limit ?? defaultPageSize,
      chunkSize: linesPerRead,
      read: (after, limit) =>
        pipe(
          services.readAccessLog({
            caller,
            after: after === null ? null : decodeAccessPosition(after),
            from: query.from === undefined ? null : toTimestamp(query.from),
            limit,
          }),
          TE.map(({ damaged, lines, next }) => ({
            items: lines.map(accessLineBody),
            next: next === null ? null : encodeAccessPosition(next),
            damaged: damaged.length,
          })),
        ),
    }),
});
