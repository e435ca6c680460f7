import type { WebhookEndpoint } from '../model/index.ts';
import { EndpointStatusTag } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';

/** The state of an endpoint, and why it is disabled. */
export const EndpointTag = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const { term } = useConsole();
  const { disabled_reason: reason, status } = endpoint;
  return (
    <span>
      <EndpointStatusTag status={status} />
      {reason !== null && <span className="quiet"> {term('disabled', reason)}</span>}
    </span>
  );
};
