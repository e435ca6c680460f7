import type { WebhookEndpoint } from '../model/index.ts';
import { Tag } from '../parts/index.ts';
import { useSurroundings } from '../state/index.ts';

const tones = new Map([
  ['enabled', 'good'],
  ['disabled', 'bad'],
] as const);
const toneOf = (status: string) => [...tones].find(([name]) => name === status)?.[1] ?? 'warn';

/** The state of an endpoint, and why it is disabled. */
export const EndpointTag = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const { term } = useSurroundings();
  const { disabled_reason: reason, status } = endpoint;
  return (
    <span>
      <Tag tone={toneOf(status)}>{term('endpoint', status)}</Tag>
      {reason !== null && <span className="quiet"> {term('disabled', reason)}</span>}
    </span>
  );
};
