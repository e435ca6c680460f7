import { expect } from 'chai';
import { allowedOrigins } from '#app/listeners/http-settings';
import { configOf } from '../../../support/builders/configurations.ts';

const configured = { CLIENT_URL: 'https://verify.example.com/app', ALLOWED_ORIGINS: 'https://a.example' };

describe('the origins from which a browser may call', () => {
  it('are those of the configuration alone in production', () => {
    expect(allowedOrigins(configOf(configured))).to.deep.equal(['https://verify.example.com', 'https://a.example']);
  });

  it('are those of the page and of the console below a domain, beside those of the configuration', () => {
    const below = ['https://app.example.com', 'https://admin.example.com'];
    expect(allowedOrigins(configOf({ DOMAIN: 'example.com', CLIENT_URL: '' }))).to.deep.equal(below);
    expect(allowedOrigins(configOf({ DOMAIN: 'example.com', ...configured }))).to.deep.equal([
      ...below,
      'https://verify.example.com',
      'https://a.example',
    ]);
  });

  it('are those of front ends on this machine as well in development', () => {
    const local = ['localhost', '127.0.0.1'].flatMap((host) =>
      [3000, 4200, 5173, 8000, 8080].map((port) => `http://${host}:${port}`),
    );
    for (const NODE_ENV of ['development', 'test'])
      expect(allowedOrigins(configOf({ ...configured, NODE_ENV }))).to.include.members(local);
  });
});
