import { createContainer, silentLogger, Tokens } from '@portcullis/app';
import { expect } from 'chai';
import { configOf } from '../../../support/builders/configurations.ts';

describe('the origin to which the page streams a liveness check', () => {
  const configured = configOf({ CLOUD_REGION: 'ap-northeast-1' });

  it('is that of the provider in the region of the configuration', async () => {
    const container = await createContainer(configured, 'vendors', silentLogger);
    expect(container.get(Tokens.livenessComponent)).to.deep.equal({
      provider: 'aws',
      origins: ['wss://streaming-rekognition.ap-northeast-1.amazonaws.com'],
      usesWasm: true,
    });
  });

  it('is none in a sandbox', async () => {
    const container = await createContainer(configured, 'sandbox', silentLogger);
    const simulated = { provider: 'simulated', origins: [], usesWasm: false };
    expect(container.get(Tokens.livenessComponent)).to.deep.equal(simulated);
  });
});
