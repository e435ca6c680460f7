import { Alert, Button } from '@mantine/core';
import type { Problem } from '../model/index.ts';
import { type Failure, failureOf } from '../service/index.ts';
import { useConsole } from '../state/index.ts';
import type { Say, TextKey } from '../texts/index.ts';

const known: { readonly [code: string]: TextKey } = {
  not_found: 'not_found_text',
  insufficient_permission: 'not_permitted',
  claim_required: 'claim_first',
  review_claimed: 'claim_lost',
  claim_limit_reached: 'claim_enough',
  second_person_required: 'publish_second',
  policy_exists: 'publish_taken',
  draft_closed: 'publish_closed',
  version_conflict: 'publish_conflict',
  endpoint_limit_reached: 'webhooks_enough',
  validation_failed: 'problem_validation',
};

type Props = {
  readonly error: unknown;
  /** Reads again what was read; a sent request has none, and is sent again only by its button. */
  readonly retry?: () => void;
  /** The text where there is none, for a subject that is no case. */
  readonly missing?: TextKey;
  /** The text where the service does not take what was typed, in place of what it says of the fields. */
  readonly invalid?: TextKey;
};

/** Whether the service does not take what was sent. */
const isInvalid = ({ code }: Problem): boolean => code === 'validation_failed' || code === 'invalid_request';

/** The meaning of a failure, in a sentence. */
const sentenceOf = (failure: Failure, { retry, invalid }: Props, say: Say): string => {
  if (failure.kind === 'unreachable') return say(retry !== undefined ? 'offline_text' : 'not_answered');
  if (failure.kind === 'signed_out') return say('ended_title');
  if (invalid !== undefined && isInvalid(failure.problem)) return say(invalid);
  const key = known[failure.problem.code];
  return key === undefined ? say('problem_unknown', { code: failure.problem.code }) : say(key);
};

/** Says that a call has failed and why, with what the service itself says of it. */
export const ErrorAlert = (props: Props) => {
  const { retry, error, invalid, missing } = props;
  const { say } = useConsole();
  const failure = failureOf(error);
  const problem = failure.kind === 'problem' ? failure.problem : null;
  const isSaid = problem !== null && (problem.code === 'not_found' || (invalid !== undefined && isInvalid(problem)));
  const title = problem?.code === 'not_found' ? (missing ?? 'not_found_title') : 'problem_title';
  return (
    <Alert
      color="red"
      variant="default"
      className="error-alert"
      title={say(failure.kind === 'unreachable' ? 'offline_title' : title)}
      role="alert"
    >
      <p>{sentenceOf(failure, props, say)}</p>
      {problem?.detail !== undefined && !isSaid && <p lang="en">{problem.detail}</p>}
      {problem?.errors !== undefined && !isSaid && (
        <ul lang="en">
          {problem.errors.map(({ message, pointer }) => (
            <li key={pointer + message}>
              <code>{pointer}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {problem?.request_id !== undefined && !isSaid && (
        <p className="quiet">{say('problem_number', { id: problem.request_id })}</p>
      )}
      {retry !== undefined && (
        <Button variant="default" size="xs" onClick={retry}>
          {say('try_again')}
        </Button>
      )}
    </Alert>
  );
};

export const Loading = () => {
  const { say } = useConsole();
  return (
    <p role="status" className="quiet">
      {say('one_moment')}
    </p>
  );
};
