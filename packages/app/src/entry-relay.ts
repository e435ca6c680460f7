import { E } from '@portcullis/domain';
import { createEntryRelay } from '@portcullis/domain/use-cases';
import type { Container } from 'inversify';
import { ed25519HeadSigner } from './adapters/head-signer.ts';
import { Tokens } from './composition/tokens.ts';
import { createSweeper, type Sweeper } from './sweeper.ts';
import type { Logger } from './telemetry/logger.ts';

/** An idle relay asks for new entries so often. */
const roundEveryMs = 1000;

/** The relay that places ledger entries in the log. `stop` waits for its last head, and does nothing before a start. */
export const serviceEntryRelay = (container: Container, logger: Logger): Sweeper => {
  const { signingKey } = container.get(Tokens.config).ledger;
  const relay = createEntryRelay({
    ledgerLog: container.get(Tokens.ledgerLog),
    clock: container.get(Tokens.clock),
    ids: container.get(Tokens.ids),
    signer: signingKey === null ? null : ed25519HeadSigner(signingKey),
    timestamps: null,
    onStampFailure: (cause) => logger.warn('timestamp_failed', { cause }),
  });
  let isStarted = false;
  const round = async (): Promise<void> => {
    const placed = await relay.round()();
    if (E.isLeft(placed)) logger.warn('relay_failed', { cause: placed.left });
  };
  const job = createSweeper(round, roundEveryMs, logger);
  return {
    start: () => {
      isStarted = true;
      job.start();
    },
    stop: async () => {
      await job.stop();
      if (!isStarted) return;
      const last = await relay.stop()();
      if (E.isLeft(last)) logger.warn('relay_failed', { cause: last.left });
    },
  };
};
