import { type TooLarge, tooLarge, type UnsupportedMedia, unsupportedMedia } from '../kernel/errors.ts';
import { E, type Either, pipe } from '../kernel/fp.ts';
import type { UploadKind } from './evidence.ts';
import { mediaLimits, mediaTypeOf, type VideoType, videoTypes } from './media-type.ts';
import { admitPicture, type Picture } from './picture.ts';

/** An upload whose type is known: an image still has to be decoded, a video is kept as it is. */
export type TypedUpload =
  | { readonly medium: 'image'; readonly contentType: Picture['type']; readonly picture: Picture }
  | { readonly medium: 'video'; readonly contentType: VideoType };

type Typed = Either<UnsupportedMedia | TooLarge, TypedUpload>;

const typeVideo = (part: UploadKind, bytes: Uint8Array): Typed => {
  const found = mediaTypeOf(bytes);
  const contentType = videoTypes.find((type) => type === found);
  if (contentType !== undefined) return E.right({ medium: 'video', contentType });
  return E.left(
    unsupportedMedia(part, bytes.length === 0 ? 'The file is empty.' : 'The file is not a WebM or MP4 video.'),
  );
};

const mebibyte = 1024 * 1024;

/**
 * Detects the type of an upload from its bytes and enforces the limits: `facial_video` takes videos, every other part
 * takes images. The container of an image is walked.
 */
export const typeUpload = (part: UploadKind, bytes: Uint8Array): Typed => {
  const isVideo = part === 'facial_video';
  const most = isVideo ? mediaLimits.videoBytes : mediaLimits.imageBytes;
  if (bytes.length > most) return E.left(tooLarge(part, `The file has more than ${most / mebibyte} MiB.`));
  if (isVideo) return typeVideo(part, bytes);
  return pipe(
    admitPicture(part, bytes),
    E.map((picture): TypedUpload => ({ medium: 'image', contentType: picture.type, picture })),
  );
};
