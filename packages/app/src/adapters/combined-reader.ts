import {
  combineReadings,
  type DocumentReader,
  type DocumentReading,
  E,
  type Either,
  type Unavailable,
} from '@portcullis/domain';

type ReadingResult = Either<Unavailable, DocumentReading>;

/** The result if it is available at once, else `null`: a reader that refuses without work does so at once. */
const resultIfImmediate = (answer: Promise<ReadingResult>): Promise<ReadingResult | null> =>
  Promise.race([answer, new Promise<null>((resolve) => setImmediate(resolve, null))]);

/** The failure after the other reader was called and paid for: it counts as an attempt, so that costs stay bounded. */
const asAttempt = ({ notSent: _, ...failure }: Unavailable): Unavailable => failure;

/**
 * Combines two readers of the same photos into one. They run at the same time, because a person waits. Only if the
 * local reader refuses at once, the model is not called and costs nothing. If either fails there is no reading: an
 * image that stops one reader must not bypass the comparison.
 */
export const combinedReader = (ai: DocumentReader, local: DocumentReader): DocumentReader => ({
  read: (input) => async () => {
    const localResult = local.read(input)();
    const immediate = await resultIfImmediate(localResult);
    if (immediate && E.isLeft(immediate)) return immediate;
    const [aiReading, localReading] = await Promise.all([ai.read(input)(), localResult]);
    if (E.isLeft(aiReading)) return aiReading;
    return E.isLeft(localReading)
      ? E.left(asAttempt(localReading.left))
      : E.right(combineReadings(aiReading.right, localReading.right));
  },
});
