import {
  combineReadings,
  type DocumentReader,
  type DocumentReading,
  E,
  type Either,
  type Unavailable,
} from '@portcullis/domain';

type Answer = Either<Unavailable, DocumentReading>;

/** The result if it is available at once, else `null`: a reader that refuses without work does so at once. */
const atOnce = (answer: Promise<Answer>): Promise<Answer | null> =>
  Promise.race([answer, new Promise<null>((resolve) => setImmediate(resolve, null))]);

/** The failure after the other reader was called and paid for: it counts as an attempt, so that costs stay bounded. */
const counted = ({ notAsked: _, ...failure }: Unavailable): Unavailable => failure;

/**
 * Combines two readers of the same photos into one. They run at the same time, because a person waits. Only if the
 * local reader refuses at once, the model is not called and costs nothing. If either fails there is no reading: an
 * image that stops one reader must not bypass the comparison.
 */
export const bothReaders = (ai: DocumentReader, local: DocumentReader): DocumentReader => ({
  read: (input) => async () => {
    const here = local.read(input)();
    const refused = await atOnce(here);
    if (refused && E.isLeft(refused)) return refused;
    const [model, zone] = await Promise.all([ai.read(input)(), here]);
    if (E.isLeft(model)) return model;
    return E.isLeft(zone) ? E.left(counted(zone.left)) : E.right(combineReadings(model.right, zone.right));
  },
});
