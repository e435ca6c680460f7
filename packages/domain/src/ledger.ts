export { type ChainHead, chainEntries, genesisHash } from './ledger/chain.ts';
export { type EntryKind, entryKinds, type Json, type LedgerEntry } from './ledger/entry.ts';
export { verifyChain } from './ledger/verify-chain.ts';
export { type ChainFault, type ChainPosition, chainStart, verifyNextEntry } from './ledger/walk-chain.ts';
