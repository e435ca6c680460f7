import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { isSealedText } from '../encryption/sealed-text.ts';
import type { ServiceKeys, TextContext } from '../keys/service-keys.ts';
import { decodeColumnText, encodeStatementText } from './column-text.ts';

/** Seals the text of a column with the key of the service. Without a keyring it is in clear, and encoded. */
export const sealColumn = (
  { sealText }: Pick<ServiceKeys, 'sealText'>,
  context: TextContext,
  text: string,
): TaskEither<Unavailable, string> =>
  pipe(
    sealText(context, text),
    TE.map((stored) => (isSealedText(stored) ? stored : encodeStatementText(stored))),
  );

/**
 * Opens the text of such a column; a sealed text is not encoded besides. A text that does not open, or is in clear once
 * everything is sealed, is an outage.
 */
export const openColumn = (
  { openText }: Pick<ServiceKeys, 'openText'>,
  context: TextContext,
  stored: string,
): TaskEither<Unavailable, string> =>
  pipe(
    openText(context, stored),
    TE.map((opened) => (isSealedText(stored) ? opened : decodeColumnText(opened))),
  );
