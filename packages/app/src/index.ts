export * from './config.ts';
export * from './logger.ts';
export * from './management.ts';
export * from './measured.ts';
export * from './metrics.ts';
export * from './readiness.ts';
export * from './serve.ts';
export * from './sweeper.ts';
