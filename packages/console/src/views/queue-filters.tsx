import { Checkbox, NativeSelect } from '@mantine/core';
import { claimFilters, type QueueFilters, type Review } from '../model/index.ts';
import { useConsole } from '../state/index.ts';

type Props = {
  readonly filters: QueueFilters;
  readonly choose: (filters: QueueFilters) => void;
  /** The cases that are shown: their values can be chosen. */
  readonly reviews: readonly Review[];
};

/** The filters without those that are empty. */
const withChoice = (filters: QueueFilters, name: keyof QueueFilters, value: string): QueueFilters => {
  const { [name]: _, ...others } = filters;
  return value === '' ? others : { ...others, [name]: value };
};

const optionsOf = (values: readonly string[], chosen: string | undefined): readonly string[] =>
  [...new Set([...values, ...(chosen === undefined ? [] : [chosen])])].sort();

/** The filters of the queue. Reasons and policies are those of the cases that are there. */
export const QueueFilterBar = ({ choose, filters, reviews }: Props) => {
  const { say } = useConsole();
  const any = { value: '', label: say('filter_any') };
  const claimLabels = { mine: say('filter_mine'), none: say('filter_free'), others: say('filter_others') };
  const reasons = optionsOf(
    reviews.flatMap(({ status_reasons: codes }) => codes),
    filters.reason,
  );
  const policies = optionsOf(
    reviews.map(({ policy }) => policy.id),
    filters.policy,
  );
  return (
    <fieldset className="filters">
      <legend className="visually-hidden">{say('filters')}</legend>
      <NativeSelect
        label={say('filter_claimed')}
        value={filters.claimed ?? ''}
        onChange={({ currentTarget }) => choose(withChoice(filters, 'claimed', currentTarget.value))}
        data={[any, ...claimFilters.map((value) => ({ value, label: claimLabels[value] }))]}
      />
      <NativeSelect
        label={say('filter_reason')}
        value={filters.reason ?? ''}
        onChange={({ currentTarget }) => choose(withChoice(filters, 'reason', currentTarget.value))}
        data={[any, ...reasons]}
      />
      <NativeSelect
        label={say('filter_policy')}
        value={filters.policy ?? ''}
        onChange={({ currentTarget }) => choose(withChoice(filters, 'policy', currentTarget.value))}
        data={[any, ...policies]}
      />
      <Checkbox
        label={say('filter_overdue')}
        checked={filters.overdue === 'true'}
        onChange={({ currentTarget }) => choose(withChoice(filters, 'overdue', currentTarget.checked ? 'true' : ''))}
      />
    </fieldset>
  );
};
