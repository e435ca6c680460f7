export * from './ledger/chain.ts';
export * from './ledger/checkpoint.ts';
export * from './ledger/entry.ts';
export * from './ledger/merkle/merkle-hash.ts';
export * from './ledger/merkle/tree.ts';
export * from './ledger/merkle/verify-proof.ts';
export * from './ledger/verify-chain.ts';
export * from './ledger/walk-chain.ts';
