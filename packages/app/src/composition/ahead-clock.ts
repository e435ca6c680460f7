import { webhookSender } from '@portcullis/adapter-webhooks';
import type { Clock } from '@portcullis/domain';
import type { Container } from 'inversify';
import type { Config } from '../config/config.ts';
import type { ClockWatch } from '../watches/clock-watch.ts';
import { Tokens } from './tokens.ts';

/**
 * Lets the clock of a sandbox be ahead of that of the machine, so that a partner can rehearse what becomes due. The
 * time of a webhook stays that of the machine, because its receiver compares it with its own clock. Assertions of
 * clients and ID tokens are judged by the clock that is ahead, and are refused as expired.
 */
export const bindClockAhead = (container: Container, aheadMs: () => number): void => {
  container
    .rebind(Tokens.clock)
    .toResolvedValue(
      ({ clock }: ClockWatch): Clock => ({ ...clock, now: () => clock.now() + aheadMs() }),
      [Tokens.clockWatch],
    );
  container.rebind(Tokens.webhookSender).toResolvedValue(
    ({ webhooks }: Config) => {
      const sender = webhookSender(webhooks);
      const send: typeof sender.send = (request) =>
        sender.send({ ...request, at: new Date(request.at.getTime() - aheadMs()) });
      return { ...sender, send };
    },
    [Tokens.config],
  );
};
