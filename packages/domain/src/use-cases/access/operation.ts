import { deterministicId } from '../../kernel/hash.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { Profile } from '../../profile/profile.ts';

/**
 * The operation of a request that can be repeated. The ids of what it writes are derived from `id`, which is the same
 * for every attempt. `isRetry` means that an earlier attempt began to carry it out, so what it wrote may be there.
 */
export type IdempotentOperation = { readonly id: string; readonly isRetry: boolean };

/** Every use case that writes takes this. Without an operation a request is carried out as often as it comes. */
export type IdempotentRequest = { readonly operation?: IdempotentOperation | null };

/** The id of one thing that a request writes. */
export const operationId = (ids: IdGenerator, { operation }: IdempotentRequest, name: string): string =>
  operation ? deterministicId(`${operation.id}/${name}`) : ids.id();

/** Finds where a profile says that a command was applied to it. */
export const findApplied = ({ applied }: Profile, commandId: string): Profile['applied'][number] | null =>
  applied.find((done) => done.commandId === commandId) ?? null;
