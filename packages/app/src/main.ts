import { watchStopSignals } from './stop-signals.ts';

// The signals are watched before the rest is loaded, which takes longer than everything else of a start.
const signals = watchStopSignals(process);
const { run } = await import('./run.ts');
await run(signals, process.env);
