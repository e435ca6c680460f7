import { memoryIdempotencyStore, memoryRecords } from '@portcullis/adapter-memory';
import { idempotencyStoreContract } from './idempotency-store.contract.ts';

idempotencyStoreContract('memory', async () => memoryIdempotencyStore(memoryRecords()));
