/** Whether something other than silence has come over the line for a while: hold music, ringing, an announcement. */
export interface LineSound {
  push(samples: Float32Array): void;
  readonly isOn: boolean;
}

const blockMs = 100;
/** Louder than line or car noise, quieter than any music. */
const leastPower = 10 ** -3.4;
const windowBlocks = 40;
/** Required share of loud blocks; music has rests. */
const share = 0.6;

export function createLineSound(options: { readonly rateHz: number }): LineSound {
  const blockSamples = (options.rateHz * blockMs) / 1000;
  const loud = new Uint8Array(windowBlocks);
  let loudBlocks = 0;
  let block = 0;
  let filled = 0;
  let energy = 0;

  function endBlock(): void {
    const isLoud = energy / blockSamples > leastPower ? 1 : 0;
    loudBlocks += isLoud - (loud[block] as number);
    loud[block] = isLoud;
    block = (block + 1) % windowBlocks;
    filled = 0;
    energy = 0;
  }

  return {
    push(samples) {
      for (let at = 0; at < samples.length; ) {
        const until = Math.min(samples.length, at + blockSamples - filled);
        filled += until - at;
        let sum = energy;
        for (; at < until; at++) sum += (samples[at] as number) * (samples[at] as number);
        energy = sum;
        if (filled === blockSamples) endBlock();
      }
    },
    get isOn() {
      return loudBlocks >= share * windowBlocks;
    },
  };
}
