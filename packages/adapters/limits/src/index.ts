export { memoryRateLimiter } from './memory-rate-limiter.ts';
export { redisRateLimiter, type SharedRateLimiter } from './redis-rate-limiter.ts';
