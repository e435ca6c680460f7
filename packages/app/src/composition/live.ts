import { builtInPolicies } from '@portcullis/domain';
import { ContainerModule } from 'inversify';
import { notYetAvailable } from '../adapters/not-yet-available.ts';
import type { Config } from '../config.ts';
import { Tokens } from '../tokens.ts';
import { publishedOf } from './published.ts';

const nothing = { liveness: null, document_ai: null, fingerprint: null, cloud_credentials: null };

/** Ports bound to what production has. The adapters of the vendors are not a part of this release: each port says so. */
const everything = new ContainerModule(({ bind }) => {
  bind(Tokens.liveness).toConstantValue(notYetAvailable.liveness);
  bind(Tokens.faces).toConstantValue(notYetAvailable.faces);
  bind(Tokens.reader).toConstantValue(notYetAvailable.reader);
  bind(Tokens.devices).toConstantValue(notYetAvailable.devices);
  bind(Tokens.credentials).toConstantValue(notYetAvailable.credentials);
  bind(Tokens.components).toConstantValue(nothing);
  bind(Tokens.vendorReport).toConstantValue(() => ({}));
  bind(Tokens.close).toConstantValue(async () => undefined);
  bind(Tokens.policies)
    .toResolvedValue(
      ({ livenessThreshold }: Config) => builtInPolicies({ livenessThreshold, specimens: false }),
      [Tokens.config],
    )
    .inSingletonScope();
  bind(Tokens.published)
    .toResolvedValue((config: Config) => publishedOf(config), [Tokens.config])
    .inSingletonScope();
});

export const liveAdapters = [everything] as const;
