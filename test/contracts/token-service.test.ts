import { joseTokenService } from '@portcullis/adapter-jose';
import { memoryTokenService } from '@portcullis/adapter-memory';
import { flowTtlSeconds, machineTtlSeconds, tokenServiceContract } from './token-service.contract.ts';

tokenServiceContract('memory', (needs) => memoryTokenService({ ...needs, machineTtlSeconds, flowTtlSeconds }));

let made = 0;
tokenServiceContract('jose', (needs) => {
  made += 1;
  return joseTokenService({
    ...needs,
    secret: `a secret that only one test knows, number ${made}`,
    machineTtlSeconds,
    flowTtlSeconds,
  });
});
