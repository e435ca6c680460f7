import { createHash } from 'node:crypto';
import { E, type Either, type MediaNormalizer, pipe, type RateLimiter } from '@portcullis/domain';
import { admitUpload, type ImageFacts, type Picture, type UploadKind } from '@portcullis/domain/evidence';
import {
  after,
  type FairRejection,
  fairSemaphore,
  type ImageBudgetExceeded,
  imageBudgetExceeded,
  limitReached,
  type TaskOwner,
  type WatchQueue,
} from '@portcullis/domain/kernel';
import type { NormalizedMedia, NormalizeError, UploadOwner } from '@portcullis/domain/ports';
import { type EncodedImage, encodeImage } from './encode-image.ts';

export type MediaOptions = {
  /** How many images are decoded at once. Each may take 350 MB meanwhile. The default is 2. */
  readonly decodes?: number;
  /** How many images may wait for a permit, and for how many milliseconds. The defaults are 64 and ten seconds. */
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
  /** How many bytes of pixels are decoded for one profile in an hour. Without it nothing is counted. */
  readonly budget?: ImageBudget;
  readonly watchQueue?: WatchQueue;
};

/** Where the pixels of a profile are counted, and how many bytes of them are decoded in an hour. */
export type ImageBudget = { readonly limiter: RateLimiter; readonly bytesPerHour: number };

/** A request that waits longer is better sent again than kept in memory. */
const defaultOptions = { decodes: 2, maxWaiting: 64, maxWaitMs: 10_000 } as const;

const tooBusy = limitReached('image_queue', 'Too many pictures are being processed.', 5);
const oneByOne = limitReached(
  'images_of_profile',
  'Two pictures of this profile are looked at already; send one after another.',
  2,
);

const rejections = { member_busy: oneByOne, queue_full: tooBusy, waited_too_long: tooBusy } as const satisfies {
  readonly [Rejection in FairRejection]: NormalizeError;
};

const megabyte = 1_000_000;
/** A tenant lets the pictures of others pass, while some wait, for each so many bytes of its own. */
const bytesPerTurn = 5 * megabyte;
/** The pixels of the largest photo of a camera: 25 megapixels in three colours of eight bits. */
const largestPhotoBytes = 75 * megabyte;

/** A picture of no camera counts four times: by bytes alone, one hostile link would have half of the permits. */
const turnsFor = (bytes: number): number =>
  Math.ceil((bytes + 3 * Math.max(0, bytes - largestPhotoBytes)) / bytesPerTurn);

const ownerOf = ({ profileId, tenant }: UploadOwner, { decodedBytes }: Picture): TaskOwner => ({
  group: JSON.stringify([tenant.partnerId, tenant.teamId]),
  member: profileId,
  cost: turnsFor(decodedBytes),
});

/** Takes the pixels of a picture from the budget of its profile. */
const spend = async (
  budget: ImageBudget | undefined,
  { profileId }: UploadOwner,
  { decodedBytes }: Picture,
): Promise<ImageBudgetExceeded | null> => {
  if (budget === undefined) return null;
  const { bytesPerHour: limit, limiter } = budget;
  const taken = await limiter.take({ name: 'image_bytes', limit, windowSeconds: 3600 }, profileId, decodedBytes)();
  if (E.isLeft(taken) || taken.right.allowed) return null;
  const most = Math.floor(limit / megabyte);
  const message = `The images of one profile have at most ${most} MB of pixels together in an hour.`;
  return imageBudgetExceeded(message, taken.right.resetSeconds);
};

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const normalizedMedia = (bytes: Uint8Array, original: Uint8Array, image: ImageFacts): NormalizedMedia => ({
  contentType: 'image/jpeg',
  bytes,
  sha256: sha256Of(original),
  contentSha256: sha256Of(bytes),
  image,
});

/**
 * Images become upright JPEGs without metadata, at most 4096 pixels wide or high (sharp), and are measured in that
 * form. An animated image is refused, because nobody could say which of its pictures is meant.
 *
 * Tenants take turns by the bytes of their pictures, and so do their profiles by the number of theirs. One picture of a
 * profile is decoded and one waits; a budget bounds the pictures that a profile may have decoded in an hour, and a
 * picture takes from it when its turn has come.
 */
export const sharpMediaNormalizer = (options: MediaOptions = {}): MediaNormalizer => {
  const { budget, decodes, maxWaiting, maxWaitMs, watchQueue } = { ...defaultOptions, ...options };
  const permits = fairSemaphore(decodes, maxWaiting);
  watchQueue?.(permits.load);
  const encode = async (
    part: UploadKind,
    picture: Picture,
    owner: UploadOwner,
  ): Promise<Either<NormalizeError, EncodedImage>> => {
    const exceeded = await spend(budget, owner, picture);
    return exceeded === null ? encodeImage(part, picture) : E.left(exceeded);
  };
  return {
    normalize: (part, bytes, owner) => async () => {
      const upload = admitUpload(part, bytes);
      if (E.isLeft(upload)) return upload;
      const picture = upload.right;
      const encoded = await permits.run(
        ownerOf(owner, picture),
        () => encode(part, picture, owner),
        after(globalThis, maxWaitMs),
      );
      if (E.isLeft(encoded)) return E.left(rejections[encoded.left]);
      return pipe(
        encoded.right,
        E.map(({ bytes: jpeg, image }) => normalizedMedia(jpeg, bytes, image)),
      );
    },
  };
};
