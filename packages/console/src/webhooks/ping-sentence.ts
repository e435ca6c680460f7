import type { WebhookPing } from '../model/index.ts';
import { useConsole } from '../state/index.ts';
import { numberIn } from '../texts/index.ts';

/** Says what became of a ping. */
export const usePingSentence = (): ((ping: WebhookPing) => string) => {
  const { language, say, term } = useConsole();
  return ({ delivered, failure, ms, status }) => {
    const why = status === null ? term('failure', failure ?? 'unexpected') : String(status);
    return say(delivered ? 'webhooks_ping_delivered' : 'webhooks_ping_failed', { why, ms: numberIn(language, ms) });
  };
};
