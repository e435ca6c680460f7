import { type Review, slaOf } from '../model/index.ts';
import { useConsole, useNow } from '../state/index.ts';
import { spanIn } from '../texts/index.ts';

type Tone = 'plain' | 'good' | 'warn' | 'bad';

/** A word in a frame. Its colour says nothing that the word does not say. */
export const Tag = ({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: string }) => (
  <span className={`tag tag-${tone}`}>{children}</span>
);

const tones: { readonly [status: string]: Tone } = {
  approved: 'good',
  passed: 'good',
  in_review: 'warn',
  requires_input: 'warn',
  unavailable: 'warn',
  declined: 'bad',
  failed: 'bad',
};

const endpointTones: { readonly [status: string]: Tone } = { enabled: 'good', disabled: 'bad' };

export const StatusTag = ({ status }: { readonly status: string }) => {
  const { term } = useConsole();
  return <Tag tone={tones[status] ?? 'plain'}>{term('status', status)}</Tag>;
};

export const ResultTag = ({ result }: { readonly result: string }) => {
  const { term } = useConsole();
  return <Tag tone={tones[result] ?? 'plain'}>{term('result', result)}</Tag>;
};

/** The state of a webhook endpoint. */
export const EndpointStatusTag = ({ status }: { readonly status: string }) => {
  const { term } = useConsole();
  return <Tag tone={endpointTones[status] ?? 'warn'}>{term('endpoint', status)}</Tag>;
};

const slaTones = { overdue: 'bad', soon: 'warn', in_time: 'good', none: 'plain' } as const;

/** How long a case may still wait, in a colour and in words. */
export const SlaTag = ({ review }: { readonly review: Review }) => {
  const { language, say } = useConsole();
  const { milliseconds, state } = slaOf(review, useNow(30_000));
  return <Tag tone={slaTones[state]}>{say(`sla_${state}`, { time: spanIn(language, milliseconds) })}</Tag>;
};
