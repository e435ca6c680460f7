import { failureOf } from '../service/index.ts';
import { useConsole } from '../state/index.ts';
import type { TextKey } from '../texts/index.ts';

/** Whether a call that has failed says nothing of what was done. */
const isUncertain = (error: unknown): boolean => {
  const failure = failureOf(error);
  return failure.kind === 'unreachable' || (failure.kind === 'problem' && failure.problem.status >= 500);
};

type Props = {
  readonly error: unknown;
  readonly text: TextKey;
};

/** Says what to look for where a secret may have been made and its answer was lost: the service keeps it nowhere. */
export const UncertainOutcome = ({ error, text }: Props) => {
  const { say } = useConsole();
  return error !== null && isUncertain(error) ? <p role="alert">{say(text)}</p> : null;
};
