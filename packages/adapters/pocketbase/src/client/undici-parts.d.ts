// The whole of undici, with its fetch, WebSocket, cache and mocks, takes 8 MB and a tenth of a second of each start. A
// connection needs these three of its files, whose types are those of the package.

declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export = Client;
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';
  export = buildConnector;
}

declare module 'undici/lib/core/errors.js' {
  import { errors } from 'undici';
  export = errors;
}
