/** The signal at which a program changes between its own clock and the wrong one. */
export const skewSignal = 'SIGUSR2';

export const dayMs = 86_400_000;

/**
 * The value of `NODE_OPTIONS` with which a program has a clock that is off by `ms`, from its start on or from the first
 * signal on. Timers and `performance.now()` are not affected, nor are those of a machine whose clock is set.
 */
export const skewedClock = (ms: number, from: 'start' | 'signal'): string => {
  const source = `
    const Sound = Date;
    let off = ${from === 'start' ? ms : 0};
    globalThis.Date = class Date extends Sound {
      constructor(...given) {
        if (given.length === 0) super(Sound.now() + off);
        else super(...given);
      }
      static now() { return Sound.now() + off; }
    };
    process.on('${skewSignal}', () => { off = off === 0 ? ${ms} : 0; });
  `;
  return `--import=data:text/javascript,${encodeURIComponent(source)}`;
};
