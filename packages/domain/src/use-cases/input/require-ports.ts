/**
 * Throws where a port is missing, and names it. It is called when a use case is made: otherwise the first request that
 * needs the port would find out.
 */
export const requirePorts = <Deps extends object>(
  useCase: string,
  deps: Deps,
  names: readonly (keyof Deps & string)[],
): void => {
  const missing = names.filter((name) => deps[name] === undefined || deps[name] === null);
  if (missing.length > 0) throw new TypeError(`${useCase} is made without ${missing.join(', ')}`);
};

/** What every use case needs that changes profiles. */
export const changePorts = ['profiles', 'policies', 'clock'] as const;

/** What every use case needs that processes a profile. */
export const processingPorts = [
  ...changePorts,
  'files',
  'barcodes',
  'reader',
  'faces',
  'devices',
  'deviceEventClaims',
  'duplicateIndex',
  'liveness',
  'deferredRetries',
] as const;
