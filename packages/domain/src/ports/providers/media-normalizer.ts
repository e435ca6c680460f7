import type { UploadKind } from '../../evidence/evidence.ts';
import type { ImageFacts } from '../../evidence/image-facts.ts';
import type { ImageBudgetExceeded, LimitReached, TooLarge, UnsupportedMedia } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Tenant } from '../../kernel/principal.ts';

/**
 * `bytes` are re-encoded, upright and without metadata. `sha256` is of the received bytes, `contentSha256` is of
 * `bytes`; both are lower-case hex. `image` has the measurements of the picture. It is `null` from an implementation
 * that measures nothing.
 */
export type NormalizedMedia = {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly contentSha256: string;
  readonly image: ImageFacts | null;
};

/** The owner of an upload: tenants and their profiles share fairly what decodes. */
export type UploadOwner = { readonly profileId: ProfileId; readonly tenant: Tenant };

/** Why an upload is not taken. */
export type NormalizeError = UnsupportedMedia | TooLarge | LimitReached | ImageBudgetExceeded;

/** Detects the type of an upload from its bytes and makes it safe to keep. */
export type MediaNormalizer = {
  /**
   * Accepts JPEG, PNG and WebP; at most 25 megapixels and 100 MB of pixels. `part` names the upload in errors.
   * `LimitReached` means that too many uploads are waiting already, `ImageBudgetExceeded` that too much was decoded for
   * this profile.
   */
  readonly normalize: (
    part: UploadKind,
    bytes: Uint8Array,
    owner: UploadOwner,
  ) => TaskEither<NormalizeError, NormalizedMedia>;
};
