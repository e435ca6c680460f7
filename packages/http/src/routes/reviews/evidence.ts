import { E, pipe, type TaskEither, TE } from '@portcullis/domain';
import { closedObject, oneOf, type StaffPrincipal } from '@portcullis/domain/kernel';
import type { DownloadSlots } from '../../request/download-slots.ts';
import type { HttpError } from '../../request/http-error.ts';
import type { HttpResponse } from '../../responses/http-response.ts';
import { endpoint } from '../endpoint.ts';
import { ProfileParams } from '../profiles.ts';
import type { RouteRequest } from '../route.ts';
import { staffRoute } from './queue.ts';

const Choice = oneOf(['true', 'false']);
const PackQuery = closedObject({}, { personal: Choice, files: Choice }, 'evidence pack query');

/** The size of a stream beside its largest picture: a page of entries, and what waits to be sent. */
const otherBytes = 512 * 1024;

type Archive = HttpResponse & { readonly stream: () => AsyncIterable<Uint8Array> };

/**
 * Does this in a slot, which is given back once nothing is done for it any more: the answer has ended with the archive,
 * a refusal, or a client that has gone, and the preparation and making of the archive have ended as well.
 */
const withSlot =
  (
    downloads: DownloadSlots,
    { caller, onFinished }: Pick<RouteRequest<StaffPrincipal, unknown, unknown, unknown>, 'caller' | 'onFinished'>,
    prepare: TaskEither<HttpError, Archive>,
  ): TaskEither<HttpError, HttpResponse> =>
  async () => {
    const slot = downloads.take(caller.tenant.partnerId);
    if (E.isLeft(slot)) return slot;
    let isWorking = true;
    let hasEnded = false;
    const releaseSlot = (): void => {
      if (hasEnded && !isWorking) slot.right();
    };
    const markIdle = (): void => {
      isWorking = false;
      releaseSlot();
    };
    onFinished(() => {
      hasEnded = true;
      releaseSlot();
    });
    const streamInSlot = ({ stream }: Archive) =>
      async function* () {
        if (hasEnded) return;
        isWorking = true;
        try {
          yield* stream();
        } finally {
          markIdle();
        }
      };
    try {
      const prepared = await prepare();
      return pipe(
        prepared,
        E.map((archive) => ({ ...archive, stream: streamInSlot(archive) })),
      );
    } finally {
      markIdle();
    }
  };

/** The evidence pack of a profile. */
export const exportEvidencePack = endpoint({
  ...staffRoute,
  method: 'GET',
  path: '/api/reviews/:id/evidence-pack',
  id: 'exportEvidencePack',
  permission: 'evidence:export',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  query: PackQuery,
  responses: [{ status: 200, type: 'application/zip' }],
  run: ({ downloads, memory, services }, { caller, onFinished, params, query, reserve }) =>
    withSlot(
      downloads,
      { caller, onFinished },
      pipe(
        services.exportEvidence({
          caller,
          id: params.id,
          personal: query.personal === 'true',
          files: query.files === 'true',
        }),
        TE.tap(({ bytesAtOnce }) => TE.fromEither(reserve(Math.min(bytesAtOnce + otherBytes, memory.capacity)))),
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
    ),
});
