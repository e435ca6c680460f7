import {
  combineReadings,
  type DocumentReader,
  type DocumentReading,
  E,
  type Either,
  type Unavailable,
} from '@portcullis/domain';

type Answer = Either<Unavailable, DocumentReading>;

/** What has been answered by now, `null` when nothing has: what refuses without work does so before anything waits. */
const atOnce = (answer: Promise<Answer>): Promise<Answer | null> =>
  Promise.race([answer, new Promise<null>((resolve) => setImmediate(resolve, null))]);

/** A failure after which the other reader has been paid: it counts as a try, so that nobody pays for ever. */
const counted = ({ notAsked: _, ...failure }: Unavailable): Unavailable => failure;

/**
 * Two readers of the same photos as one. They run at the same time, because a person waits; only where the local one
 * refuses at once is the model not asked, and not paid. Where either fails there is no reading: a picture that stops one
 * of them must not be a way around the comparison.
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
