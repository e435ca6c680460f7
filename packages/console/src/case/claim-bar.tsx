import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ClaimState, claimOf, may, type Review } from '../model/index.ts';
import { ErrorAlert } from '../parts/index.ts';
import { useConsole, useKeyActions, useMember, useNow } from '../state/index.ts';
import { clockIn, spanIn } from '../texts/index.ts';

type Props = {
  readonly review: Review;
  readonly refresh: () => Promise<void>;
};

/** The calls of the bar. The service answers the case as it is then, which is shown at once. */
const useClaim = ({ refresh, review }: Props) => {
  const { client } = useConsole();
  const queries = useQueryClient();
  const id = review.profile_id;
  const options = {
    onSuccess: (changed: Review) => {
      queries.setQueryData(['case', id, 'review'], changed);
      for (const key of ['queue', 'summary']) void queries.invalidateQueries({ queryKey: [key] });
    },
    onError: () => void refresh(),
  };
  const claim = useMutation({ mutationFn: (takeOver: boolean) => client.claim(id, takeOver), ...options });
  const release = useMutation({ mutationFn: () => client.release(id), ...options });
  return { claim, release };
};

const useClaimText = (review: Review, { milliseconds, state }: ClaimState): string => {
  const { language, say } = useConsole();
  if (state === 'mine') return say('claim_is_mine', { time: spanIn(language, milliseconds) });
  if (state === 'lapsed') return say('claim_has_lapsed');
  if (state === 'free' || review.claim === null) return say('claim_is_free');
  return say('claim_is_others', { name: review.claim.name, time: clockIn(language, review.claim.until) });
};

/** The holder of the claim on the case, its end, and what can be done about it. */
export const ClaimBar = (props: Props) => {
  const { review } = props;
  const { say } = useConsole();
  const member = useMember();
  const now = useNow(1000);
  const current = claimOf(review, now);
  const { claim, release } = useClaim(props);
  const text = useClaimText(review, current);
  const mayClaim = may(member, 'reviews:claim');
  const mayTakeOver = current.state !== 'others' || may(member, 'reviews:override');
  const take = (): void => claim.mutate(current.state === 'others');
  useKeyActions((action) => {
    if (action === 'claim' && mayClaim && current.state !== 'others') take();
  });
  const verb = { free: 'claim_take', lapsed: 'claim_take', mine: 'claim_renew', others: 'claim_take_over' } as const;
  const isBusy = claim.isPending || release.isPending;
  return (
    <section className={`claim-bar claim-${current.state}`} aria-label={say('claim_bar')} data-claim={current.state}>
      <span>{text}</span>
      {mayClaim && mayTakeOver && (
        <Button size="xs" variant={current.state === 'mine' ? 'default' : 'filled'} disabled={isBusy} onClick={take}>
          {say(verb[current.state])}
        </Button>
      )}
      {mayClaim && current.state === 'mine' && (
        <Button size="xs" variant="default" disabled={isBusy} onClick={() => release.mutate()}>
          {say('claim_release')}
        </Button>
      )}
      {claim.error !== null && <ErrorAlert error={claim.error} />}
      {release.error !== null && <ErrorAlert error={release.error} />}
    </section>
  );
};
