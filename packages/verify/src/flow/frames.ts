import type { FlowSettings } from '@portcullis/client/flow';
import type { Effect } from '../machine/index.ts';

type Sent = Extract<Effect, { readonly type: 'send_document' }>;

/** The parts of the form that frames are, in the order in which they are left out where they do not fit. */
const parts = [
  ['front', 'document_front_frame_1', 0],
  ['back', 'document_back_frame_1', 0],
  ['front', 'document_front_frame_2', 1],
  ['back', 'document_back_frame_2', 1],
] as const;

type FrameParts = { [Part in (typeof parts)[number][1]]?: Blob };

const sizeOf = (blobs: readonly (Blob | null)[]): number => blobs.reduce((sum, blob) => sum + (blob?.size ?? 0), 0);

/** The bytes of a form beside its pictures: hints, and the heads of its parts. */
const formBytes = 4096;

/**
 * The frames that go with the photos: as many of a side as the reader makes use of, and as many as fit into what the
 * service takes, the sharpest first. Where the service does not say that it makes use of any, none go.
 */
export const framesToSend = ({ frames, photos }: Sent, settings: FlowSettings | null): Readonly<FrameParts> => {
  const { frames: rule, max_request_bytes: most = 0 } = settings?.uploads ?? {};
  if (frames === undefined || rule === undefined) return {};
  let room = Math.min(rule.max_bytes, most - formBytes - sizeOf([photos.front, photos.back]));
  const sent: FrameParts = {};
  for (const [side, part, at] of parts) {
    const frame = frames[side][at];
    if (frame === undefined || photos[side] === null || at + 1 >= rule.per_side || frame.size > room) continue;
    room -= frame.size;
    sent[part] = frame;
  }
  return sent;
};
