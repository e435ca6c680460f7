import { readFile } from 'node:fs/promises';
import { type TaskEither, TE } from '@portcullis/domain';
import { singleFlight } from '@portcullis/domain/kernel';
import { type HttpError, unexpected } from '../../request/http-error.ts';

export type ReadBytes = (path: string) => TaskEither<HttpError, Buffer>;

/**
 * Reads files. All responses that are being sent share one copy of a file, however slow their clients are, and it is
 * kept no longer than that: pages are rarely opened, and a file of theirs can be a megabyte large.
 */
export const fileReader = (): ReadBytes => {
  const cached = new Map<string, WeakRef<Buffer>>();
  const shareReading = singleFlight<HttpError, Buffer>();
  const readInto = async (path: string): Promise<Buffer> => {
    const bytes = await readFile(path);
    cached.set(path, new WeakRef(bytes));
    return bytes;
  };
  return (path) => {
    const held = cached.get(path)?.deref();
    if (held !== undefined) return TE.right(held);
    return shareReading(
      path,
      TE.tryCatch(() => readInto(path), unexpected),
    );
  };
};
