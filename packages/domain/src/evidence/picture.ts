import { type TooLarge, tooLarge, type UnsupportedMedia, unsupportedMedia } from '../kernel/errors.ts';
import { E, type Either, pipe } from '../kernel/fp.ts';
import type { Container, ContainerFault, WalkContainer } from './container.ts';
import { walkJpeg } from './jpeg.ts';
import { type ImageType, isHeic, mediaLimits, mediaTypeOf } from './media-type.ts';
import { walkPng } from './png.ts';
import { walkWebp } from './webp.ts';

/** A picture whose container was walked, and that is not decoded yet. */
export type Picture = {
  readonly type: ImageType;
  /** Its pixels as they are stored, before EXIF turns it upright. */
  readonly width: number;
  readonly height: number;
  /** The bytes of its pixels once they are decoded: width, height, channels and bytes of a channel multiplied. */
  readonly decodedBytes: number;
  /** The file lacks its end, which was added: a decoder has to refuse it for whatever it warns of. */
  readonly lacksEnd: boolean;
  /** The input of a decoder: the file without what the picture does not need, and with its end. It may be copied. */
  readonly toDecode: () => Uint8Array;
};

const walks: { readonly [Type in ImageType]: WalkContainer } = {
  'image/jpeg': walkJpeg,
  'image/png': walkPng,
  'image/webp': walkWebp,
};

const nothing = new Uint8Array();

const partsOf = (bytes: Uint8Array, { ending = nothing, kept }: Container): Uint8Array => {
  const [first] = kept;
  if (first !== undefined && kept.length === 1 && ending.length === 0) return bytes.subarray(...first);
  const parts = new Uint8Array(kept.reduce((sum, [from, to]) => sum + to - from, ending.length));
  let at = 0;
  for (const [from, to] of kept) {
    parts.set(bytes.subarray(from, to), at);
    at += to - from;
  }
  parts.set(ending, at);
  return parts;
};

/** Walks the container of a picture, of any size. `not_a_picture`: the first bytes are of no accepted type. */
export const walkPicture = (bytes: Uint8Array): Either<ContainerFault | 'not_a_picture', Picture> => {
  const type = mediaTypeOf(bytes);
  if (type === null) return E.left('not_a_picture');
  return pipe(
    walks[type](bytes),
    E.map((container): Picture => {
      const { bytesPerChannel, channels, ending, height, width } = container;
      return {
        type,
        width,
        height,
        decodedBytes: width * height * channels * bytesPerChannel,
        lacksEnd: ending !== undefined,
        toDecode: () => partsOf(bytes, container),
      };
    }),
  );
};

/** The reason why a picture is refused, for its sender. */
export const damagedPicture = 'The image is damaged or not complete.';

const faultMessages: { readonly [Fault in ContainerFault]: string } = {
  damaged: damagedPicture,
  animated: 'The image is animated; send a single picture.',
  overfull: 'The image has more parts than a photo has; save it again as a plain JPEG or PNG.',
};

const typeMessage = (bytes: Uint8Array): string => {
  if (bytes.length === 0) return 'The file is empty.';
  if (isHeic(bytes))
    return 'HEIC is not accepted; send JPEG, PNG or WebP (on an iPhone: Settings, Camera, Formats, Most Compatible).';
  return 'The file is not a JPEG, PNG or WebP image.';
};

const megabyte = 1_000_000;

const sizeFault = (part: string, { decodedBytes, height, width }: Picture): TooLarge | null => {
  if (width * height > mediaLimits.pixels)
    return tooLarge(part, `The image has more than ${mediaLimits.pixels / 1_000_000} megapixels.`);
  if (decodedBytes <= mediaLimits.decodedBytes) return null;
  const most = mediaLimits.decodedBytes / megabyte;
  return tooLarge(part, `The image has more than ${most} MB of pixels; save it with 8 bits a colour, or smaller.`);
};

/**
 * Admits a picture to a decoder, after its container was walked and its size compared with the limits; nothing else
 * makes a `Picture`, and decoders take nothing else. `part` names it in errors.
 */
export const admitPicture = (part: string, bytes: Uint8Array): Either<UnsupportedMedia | TooLarge, Picture> => {
  const walked = walkPicture(bytes);
  if (E.isLeft(walked)) {
    const fault = walked.left;
    return E.left(unsupportedMedia(part, fault === 'not_a_picture' ? typeMessage(bytes) : faultMessages[fault]));
  }
  const fault = sizeFault(part, walked.right);
  return fault === null ? walked : E.left(fault);
};

const mebibyte = 1024 * 1024;

/** Admits an upload: a picture of at most so many bytes. */
export const admitUpload = (part: string, bytes: Uint8Array): Either<UnsupportedMedia | TooLarge, Picture> =>
  bytes.length > mediaLimits.imageBytes
    ? E.left(tooLarge(part, `The file has more than ${mediaLimits.imageBytes / mebibyte} MiB.`))
    : admitPicture(part, bytes);
