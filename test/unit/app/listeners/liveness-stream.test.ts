import { httpConfig } from '@portcullis/app';
import { expect } from 'chai';
import { configOf } from '../../../support/builders/configurations.ts';

describe('the origin to which the page streams a liveness check', () => {
  const configured = configOf({ CLOUD_REGION: 'ap-northeast-1' });

  it('is that of the provider in the region of the configuration', () => {
    const { livenessStream } = httpConfig(configured, 'live', '1', null);
    expect(livenessStream).to.equal('wss://streaming-rekognition.ap-northeast-1.amazonaws.com');
  });

  it('is none in a sandbox', () => {
    expect(httpConfig(configured, 'sandbox', '1', null).livenessStream).to.equal(null);
  });
});
