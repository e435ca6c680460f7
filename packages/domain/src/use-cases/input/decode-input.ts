import { decode, type t } from '../../kernel/codec.ts';
import { type Invalid, invalid } from '../../kernel/errors.ts';
import { E, type TaskEither, TE } from '../../kernel/fp.ts';

/**
 * A use case that decodes what it is given before it does anything. The types say the same, but a program in
 * JavaScript, or a value that came from elsewhere, is not bound by them: an unknown field would be stored, and compared
 * with nothing. The pointers of the faults are those of the input.
 */
export const decodesInput =
  <Input, Reason, Done>(codec: t.Decoder<unknown, unknown>, useCase: (input: Input) => TaskEither<Reason, Done>) =>
  (input: Input): TaskEither<Reason | Invalid, Done> => {
    const decoded = decode(codec, input);
    return E.isLeft(decoded) ? TE.left(invalid(decoded.left)) : useCase(input);
  };
