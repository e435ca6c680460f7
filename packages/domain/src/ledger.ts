export * from './ledger/chain.ts';
export * from './ledger/entry.ts';
export * from './ledger/verify-chain.ts';
export * from './ledger/walk-chain.ts';
