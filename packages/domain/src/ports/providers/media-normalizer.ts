import type { LimitReached, TooLarge, UnsupportedMedia } from '../../errors.ts';
import type { UploadKind } from '../../evidence/evidence.ts';
import type { ImageFacts } from '../../evidence/image-facts.ts';
import type { TaskEither } from '../../fp.ts';

/**
 * `bytes` are encoded anew, upright, without metadata; videos are kept as they came. `sha256` is of the bytes as they came,
 * `contentSha256` of `bytes`; lower-case hex. `image`: what was measured of the picture, `null` for a video and from who measures
 * nothing.
 */
export type NormalizedMedia = {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly contentSha256: string;
  readonly image: ImageFacts | null;
};

/** Types an upload by its bytes and makes it safe to keep. */
export type MediaNormalizer = {
  /** JPEG, PNG, WebP for images, WebM and MP4 for `facial_video`; at most 25 megapixels. `part` names the upload in errors. `LimitReached`: too many wait already. */
  readonly normalize: (
    part: UploadKind,
    bytes: Uint8Array,
  ) => TaskEither<UnsupportedMedia | TooLarge | LimitReached, NormalizedMedia>;
};
