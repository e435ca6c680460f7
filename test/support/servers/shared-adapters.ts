import { createHash } from 'node:crypto';
import { createBarcodeReader, createLocalReader } from '@portcullis/adapter-local-reader';
import { sharpMediaNormalizer } from '@portcullis/adapter-sharp';
import type { SharedAdapters } from '@portcullis/app';
import {
  type BarcodeReader,
  type DocumentReader,
  E,
  type Either,
  type MediaNormalizer,
  type TaskEither,
} from '@portcullis/domain';
import type { DocumentImage } from '@portcullis/domain/ports';
import { isFullEffort } from '../effort.ts';
import { atTestEnd } from '../test-end.ts';

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Answers a task's result for a key again. A failure is forgotten, and a full run runs each task. */
const remembered =
  <Failure, Value>(
    results: Map<string, Promise<Either<Failure, Value>>>,
    key: string,
    task: TaskEither<Failure, Value>,
  ): TaskEither<Failure, Value> =>
  async () => {
    const earlier = isFullEffort ? undefined : results.get(key);
    if (earlier !== undefined) return earlier;
    const running = task();
    results.set(key, running);
    const result = await running;
    if (E.isLeft(result)) results.delete(key);
    return result;
  };

const keyOf = (sides: readonly DocumentImage[]): string => sides.map(({ bytes }) => hashOf(bytes)).join();

/** Threads that read let everything else go first, and beside other tests they have only a part of a processor. */
const unhurriedMs = 50_000;

const localReader = (): Required<SharedAdapters>['localReader'] => {
  const { close, diagnosis, reader } = createLocalReader({ deadlineMs: unhurriedMs });
  atTestEnd(close);
  const readings = new Map<string, ReturnType<ReturnType<DocumentReader['read']>>>();
  const read: DocumentReader['read'] = (input) => {
    const sides = input.back ? [input.front, input.back] : [input.front];
    return remembered(readings, keyOf(sides), reader.read(input));
  };
  return { diagnosis, reader: { read } };
};

const barcodeReader = (): BarcodeReader => {
  const { close, reader } = createBarcodeReader({ deadlineMs: unhurriedMs });
  atTestEnd(close);
  const barcodes = new Map<string, ReturnType<ReturnType<BarcodeReader['read']>>>();
  return { read: (sides) => remembered(barcodes, keyOf(sides), reader.read(sides)) };
};

const normalizer = (): MediaNormalizer => {
  const media = sharpMediaNormalizer();
  const pictures = new Map<string, ReturnType<ReturnType<MediaNormalizer['normalize']>>>();
  return {
    normalize: (part, bytes, owner) =>
      remembered(pictures, `${part} ${hashOf(bytes)}`, media.normalize(part, bytes, owner)),
  };
};

let shared: SharedAdapters | null = null;

/**
 * The local readers and the normalizer of photos for all sandboxes of this process. Journeys mostly differ in
 * what people and providers do, and show the same specimens: in a quick run each specimen is really decoded and read
 * once, in a full run each time.
 */
export const sharedAdapters = (): SharedAdapters => {
  shared ??= { localReader: localReader(), barcodes: barcodeReader(), media: normalizer() };
  return shared;
};
