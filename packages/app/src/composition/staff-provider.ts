import { openidStaffProvider } from '@portcullis/adapter-openid';
import type { Clock } from '@portcullis/domain';
import { ContainerModule } from 'inversify';
import type { Config } from '../config/config.ts';
import type { OpenidConfig } from '../config/staff.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { vendorCallObserver } from '../telemetry/vendor-calls.ts';
import type { ClockWatch } from '../watches/clock-watch.ts';
import { Tokens } from './tokens.ts';
import { vendorClients } from './vendor-clients.ts';

/** Binds the identity provider of the operator, which is loaded where there is one. */
export const staffProviderAdapter = (openid: OpenidConfig): ContainerModule => {
  const provider = (config: Config, clock: Clock, watch: ClockWatch, logger: Logger, metrics: Metrics) => {
    const observe = vendorCallObserver(logger, metrics);
    const clientFor = vendorClients(config, { observe, observeTime: watch.observe });
    return openidStaffProvider({
      ...openid,
      secret: config.tokens.secret,
      clientFor: (origins) => clientFor('openid', origins),
      clock,
    });
  };
  return new ContainerModule(({ bind }) => {
    bind(Tokens.staffProvider).toResolvedValue(provider, [
      Tokens.config,
      Tokens.clock,
      Tokens.clockWatch,
      Tokens.logger,
      Tokens.metrics,
    ]);
  });
};
