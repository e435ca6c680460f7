import type { Unavailable } from '@portcullis/domain';
import { createEntryRelay } from '@portcullis/events';
import type { Container } from 'inversify';
import { ed25519HeadSigner } from '../adapters/head-signer.ts';
import { Tokens } from '../composition/tokens.ts';
import type { Logger } from '../telemetry/logger.ts';
import { placingWatch } from '../watches/placing-watch.ts';
import { pruneEvents } from './prune-events.ts';
import { relayPause, relayRounds } from './relay-rounds.ts';
import { createWakeableSweeper, type Sweeper, type Timers } from './sweeper.ts';

/**
 * The relay that places ledger entries in the log, at once where this instance has written them and has the lease,
 * which `hasLease` tells. `stop` waits for its last head, and does nothing before a start.
 */
export const serviceEntryRelay = (
  container: Container,
  logger: Logger,
  timers?: Timers,
): Sweeper & { readonly hasLease: () => boolean } => {
  const clock = container.get(Tokens.clock);
  const metrics = container.get(Tokens.metrics);
  const { signingKey } = container.get(Tokens.config).ledger;
  const relay = createEntryRelay({
    ledgerLog: container.get(Tokens.ledgerLog),
    feedNumbers: container.get(Tokens.feedNumbers),
    clock,
    ids: container.get(Tokens.ids),
    signer: signingKey === null ? null : ed25519HeadSigner(signingKey),
    onFeedMoved: container.get(Tokens.movedFeeds).publish,
  });
  const watch = placingWatch({
    ledgerLog: container.get(Tokens.ledgerLog),
    feedNumbers: container.get(Tokens.feedNumbers),
    clock,
    metrics,
    logger,
  });
  let isStarted = false;
  const failed = (cause: Unavailable): void => {
    metrics.countRelayFailure();
    logger.warn('relay_failed', { cause });
  };
  const { last, round } = relayRounds({
    relay,
    clock,
    prune: pruneEvents({
      eventFeed: container.get(Tokens.eventFeed),
      clock,
      hasLease: relay.hasLease,
      onFailure: failed,
    }),
    watch,
    onFailure: failed,
  });
  const job = createWakeableSweeper(round, relayPause, logger, timers);
  container.get(Tokens.storedEvents).subscribe(() => {
    if (relay.hasLease()) job.wake();
  });
  return {
    hasLease: relay.hasLease,
    start: () => {
      isStarted = true;
      job.start();
    },
    stop: async () => {
      await job.stop();
      if (isStarted) await last();
    },
  };
};
