import { setFlagsFromString } from 'node:v8';
import { watchStopSignals } from './lifecycle/stop-signals.ts';

// V8 collects the old part of its heap when it has grown by so many percent since the last time. By itself it lets a
// busy service grow to three times of what is alive, and how much memory it takes is then a matter of chance.
setFlagsFromString('--heap-growing-percent=50');

// The signals are watched before the rest is loaded, which takes longer than everything else of a start.
const signals = watchStopSignals(process);
const { run } = await import('./lifecycle/run.ts');
await run(signals, process.env);
