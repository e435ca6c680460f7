import { joseTokenService } from '@portcullis/adapter-jose';
import { memoryTokenService } from '@portcullis/adapter-memory';
import { tokenServiceContract } from '@portcullis/contracts';

tokenServiceContract({ describe, it }, 'memory', memoryTokenService);

let made = 0;
tokenServiceContract({ describe, it }, 'jose', (needs) => {
  made += 1;
  return joseTokenService({ ...needs, secret: `a secret that only one test knows, number ${made}` });
});
