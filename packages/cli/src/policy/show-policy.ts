import type { Environment } from '@portcullis/app/configuration';
import {
  builtInPolicies,
  E,
  type Either,
  type NotFound,
  notFound,
  type Policy,
  type PolicyRepository,
  standardPolicy,
  type Unavailable,
} from '@portcullis/domain';
import { builtInPolicyId } from '@portcullis/domain/checks';
import { type CommandResult, unavailableResult } from '../command/command-result.ts';
import { readStandardOptions, usageNote, versionsInUse } from './versions-in-use.ts';
import { withPolicyRepository } from './with-policy-repository.ts';

/** Prints a sentence beside the result. */
type Note = (sentence: string) => void;

type Found = Either<NotFound | Unavailable, Policy>;

const showResult = (name: string, found: Found): CommandResult => {
  if (E.isRight(found)) return { code: 0, lines: [JSON.stringify(found.right, null, 2)] };
  return found.left._tag === 'NotFound'
    ? { code: 1, lines: [`There is no policy ${name}.`] }
    : unavailableResult(found.left);
};

/** The built-in policy: a given version of it, or the one of the environment. */
const showBuiltIn = async (env: Environment, version: string | null, note: Note): Promise<CommandResult> => {
  const options = readStandardOptions(env);
  if (E.isLeft(options)) return options.left;
  const current = standardPolicy(options.right);
  note(usageNote(builtInPolicyId, [{ version: current.version, partnerId: null }]));
  if (version === null) return showResult(builtInPolicyId, E.right(current));
  return showResult(
    `${builtInPolicyId} ${version}`,
    await builtInPolicies(options.right).get({ id: builtInPolicyId, version })(),
  );
};

/** A policy of the database: a given version of it, or the one that was added last, for whichever partner. */
const showAdded = async (
  repository: PolicyRepository,
  id: string,
  version: string | null,
  note: Note,
): Promise<CommandResult> => {
  const listed = await repository.list()();
  if (E.isLeft(listed)) return unavailableResult(listed.left);
  const ofId = listed.right.filter(({ ref }) => ref.id === id);
  if (ofId.length > 0) note(usageNote(id, versionsInUse(ofId)));
  if (version !== null) return showResult(`${id} ${version}`, await repository.get({ id, version })());
  const last = ofId.at(-1);
  return showResult(id, last ? await repository.get(last.ref)() : E.left(notFound));
};

/**
 * Prints a policy as JSON; without a version, the newest one. `note` gets a sentence that says which version new
 * profiles get, which is no part of the JSON.
 */
export const showPolicy = (env: Environment, id: string, version: string | null, note: Note): Promise<CommandResult> =>
  id === builtInPolicyId
    ? showBuiltIn(env, version, note)
    : withPolicyRepository(env, (repository) => showAdded(repository, id, version, note));
