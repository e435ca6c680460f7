import { E, pipe, type TaskEither, TE } from '@portcullis/domain';
import { closedObject, oneOf, type StaffPrincipal } from '@portcullis/domain/kernel';
import type { DownloadSlots } from '../../request/download-slots.ts';
import type { HttpError } from '../../request/http-error.ts';
import { endpoint } from '../endpoint.ts';
import { ProfileParams } from '../profiles.ts';
import { noBody } from '../route.ts';
import { common } from './queue.ts';

const Choice = oneOf(['true', 'false']);
const PackQuery = closedObject({}, { personal: Choice, files: Choice }, 'evidence pack query');

/** What a stream holds beside its largest picture: a page of entries, and what waits to be sent. */
const otherBytes = 512 * 1024;

/** Takes a slot, which is given back once the answer has ended, be it the archive or a refusal. */
const takeSlot =
  (
    downloads: DownloadSlots,
    { sessionId }: StaffPrincipal,
    onFinished: (callback: () => void) => void,
  ): TaskEither<HttpError, void> =>
  async () =>
    E.map(onFinished)(downloads.take(sessionId));

export const exportEvidencePack = endpoint({
  ...common,
  method: 'GET',
  path: '/api/reviews/:id/evidence-pack',
  id: 'exportEvidencePack',
  summary: 'The evidence pack of a profile',
  description:
    'For the console: a ZIP archive with the ledger, the decision, the policy and a script that verifies them, signed by the service. `personal=true` adds what is personal, and `files=true` the pictures. It is made while it is sent, and cut off where it cannot be completed. An instance sends two at a time, and one to a session: 429 `rate_limited` otherwise.',
  permission: 'evidence:export',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  query: PackQuery,
  body: noBody,
  responses: [{ status: 200, description: 'The archive.', type: 'application/zip' }],
  errors: ['insufficient_permission', 'ledger_unsound', 'database_unavailable'],
  run: ({ downloads, memory, services }, { caller, onFinished, params, query, reserve }) =>
    pipe(
      takeSlot(downloads, caller, onFinished),
      TE.flatMap(() =>
        services.exportEvidence({
          ...{ caller, id: params.id, personal: query.personal === 'true', files: query.files === 'true' },
        }),
      ),
      TE.flatMap((pack) => {
        const room = reserve(Math.min(pack.bytesAtOnce + otherBytes, memory.capacity));
        return TE.fromEither<HttpError, typeof pack>(E.map(() => pack)(room));
      }),
      TE.map(({ archive }) => ({
        status: 200,
        headers: {
          'Content-Type': 'application/zip',
          'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
          'Content-Disposition': `attachment; filename="evidence-${params.id}.zip"`,
        },
        stream: archive,
      })),
    ),
});
