// Keys that the RFCs print for everybody: they are no secrets.

const ec = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};
const okp = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };

export const publishedKeys = {
  'RFC 7515 A.3': {
    alg: 'ES256',
    public: ec,
    private: { ...ec, d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI' },
  },
  'RFC 8037 A.1': {
    alg: 'EdDSA',
    public: okp,
    private: { ...okp, d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' },
  },
} as const;
