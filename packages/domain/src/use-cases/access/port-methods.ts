/** The methods of the ports of a verification. `createVerification` does not compile where the table lacks one. */
export const portMethods = {
  ids: ['id', 'salt'],
  policies: ['latest', 'get'],
  media: ['normalize'],
  barcodes: ['read'],
  reader: ['read'],
  liveness: ['open', 'read'],
  faces: ['compare'],
  devices: ['inspect'],
  credentials: ['issue'],
  tokens: ['issueMachine', 'issueFlow', 'issueHandoff', 'readHandoff', 'verify'],
  clients: ['authenticate', 'find', 'hasPartner'],
  profiles: ['get', 'getAny', 'findCurrent', 'findBySession', 'list', 'insert', 'commit', 'due', 'scan'],
  files: ['put', 'get', 'remove'],
  ledgerReader: ['entries', 'history'],
  duplicateIndex: ['partnerKey', 'record', 'profilesShowing', 'profilesSharing'],
  deviceEventClaims: ['claim'],
  eraser: ['erase', 'purge'],
  accessLog: ['append', 'page', 'prune'],
  settings: ['app'],
  idempotencyKeys: ['claim', 'renew', 'complete', 'release', 'prune'],
  tokenStates: ['revoke', 'revokedSince', 'useAssertion', 'prune'],
} as const;

const isPortName = (name: string): name is keyof typeof portMethods => Object.hasOwn(portMethods, name);

/** The names of these ports, in the order of the table. */
export const portNames = Object.keys(portMethods).filter(isPortName);

/**
 * The methods that these ports lack, such as `reader.read`: a program in JavaScript would find out by the first request
 * that needs one. Ports that are left out lack none.
 */
export const lackingMethods = (ports: object): readonly string[] =>
  Object.entries<readonly string[]>(portMethods).flatMap(([name, wanted]) => {
    const port: unknown = Reflect.get(ports, name);
    return port === undefined
      ? []
      : wanted.filter((one) => typeof Reflect.get(Object(port), one) !== 'function').map((one) => `${name}.${one}`);
  });
