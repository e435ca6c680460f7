import { Anchor, Table } from '@mantine/core';
import { claimOf, fragmentOf, type Review } from '../model/index.ts';
import { SlaTag, StatusTag, WideTable } from '../parts/index.ts';
import { useConsole, useNow } from '../state/index.ts';
import { clockIn, spanIn } from '../texts/index.ts';

type RowProps = {
  readonly review: Review;
  readonly now: number;
};

const ClaimHolder = ({ now, review }: RowProps) => {
  const { language, say } = useConsole();
  const { state } = claimOf(review, now);
  const { claim } = review;
  if (claim === null || state === 'free' || state === 'lapsed')
    return <span className="quiet">{say('claim_free')}</span>;
  return (
    <>
      {claim.is_mine ? say('claim_me') : claim.name} <span className="quiet">{clockIn(language, claim.until)}</span>
    </>
  );
};

const Row = ({ now, review }: RowProps) => {
  const { language, say } = useConsole();
  const { attempt, policy, waiting_since: since } = review;
  return (
    <Table.Tr data-case={review.profile_id}>
      <Table.Th scope="row">
        <Anchor href={fragmentOf({ name: 'case', id: review.profile_id })}>{review.reference}</Anchor>
      </Table.Th>
      <Table.Td>
        <StatusTag status={review.status} />
      </Table.Td>
      <Table.Td className="codes">{review.status_reasons.join(', ')}</Table.Td>
      <Table.Td>{since === null ? '–' : spanIn(language, now - Date.parse(since))}</Table.Td>
      <Table.Td>{review.is_waiting ? <SlaTag review={review} /> : '–'}</Table.Td>
      <Table.Td>
        <ClaimHolder review={review} now={now} />
      </Table.Td>
      <Table.Td>
        {policy.id} {policy.version}
      </Table.Td>
      <Table.Td>{say('attempt_of', { number: String(attempt.number), max: String(attempt.max) })}</Table.Td>
    </Table.Tr>
  );
};

type Props = {
  readonly reviews: readonly Review[];
  readonly caption: string;
};

const columns = ['case', 'status', 'reasons', 'waiting', 'due', 'claim', 'policy', 'attempt'] as const;

/** Cases in a table, each with a link. */
export const ReviewTable = ({ caption, reviews }: Props) => {
  const { say } = useConsole();
  const now = useNow(30_000);
  return (
    <WideTable caption={caption} columns={columns.map((column) => say(`column_${column}`))} className="reviews">
      {reviews.map((review) => (
        <Row key={review.profile_id} review={review} now={now} />
      ))}
    </WideTable>
  );
};
