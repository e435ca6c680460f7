import type { FramePart, UploadKind } from '@portcullis/domain/evidence';
import type { Codec } from '../codecs.ts';

/** The codecs of one form of a body, for each kind of caller. */
export type FieldCodecs<Body> = { readonly machine: Codec<Body>; readonly flow: Codec<Body> };

/** The same codec for every kind of caller: either all of them send the same fields, or only one of them calls. */
export const forEveryCaller = <Body>(codec: Codec<Body>): FieldCodecs<Body> => ({ machine: codec, flow: codec });

export type MultipartForm<Body> = {
  /** Its name in the API description. */
  readonly name: string;
  readonly fields: FieldCodecs<Body>;
  /** The text fields, and which of them contain JSON. */
  readonly textFields: readonly string[];
  readonly jsonFields: readonly string[];
  readonly files: readonly UploadKind[];
  readonly requiredFiles: readonly UploadKind[];
  /** The frames that may come with these files. Without this property none may. */
  readonly frames?: readonly FramePart[];
};

export type BodyForms<Body> = {
  readonly json?: FieldCodecs<Body>;
  readonly multipart?: MultipartForm<Body>;
  /** The form `application/x-www-form-urlencoded`, which only the token endpoint accepts. */
  readonly form?: FieldCodecs<Body>;
  /** The form `application/octet-stream`: bytes that are passed on and never kept. */
  readonly bytes?: { readonly maxBytes: number; readonly bodyOf: (bytes: Uint8Array) => Body };
  /** The value that a request without a body is decoded as. Without this property such a request is refused. */
  readonly absent?: FieldCodecs<Body>;
  readonly example: unknown;
};
