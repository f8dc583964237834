import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planWindow } from '../../media/recogniser/window.ts';

const positions = 1500;
const seconds = fc.double({ min: 0.05, max: 30, noNaN: true });

describe('the window plan', () => {
  it('represents every position of the window exactly once, for any length', () => {
    fc.assert(
      fc.property(seconds, (length) => {
        const plan = planWindow({ samples: Math.round(length * 16_000), positions });
        const total = plan.weights.reduce((sum, weight) => sum + Math.exp(weight), 0);
        expect(total).toBeCloseTo(positions, 1);
        const places = [...plan.positions];
        expect(places.every((place, i) => i === 0 || place > places[i - 1]!)).toBe(true);
        expect(places.at(-1)!).toBeLessThan(BigInt(positions));
      }),
    );
  });

  it('takes silent columns from existing frames without speech', () => {
    fc.assert(
      fc.property(seconds, (length) => {
        const samples = Math.round(length * 16_000);
        const plan = planWindow({ samples, positions });
        if (plan.weights.every((weight) => weight === 0)) return;
        const highest = Math.max(...[...plan.frames].map(Number));
        // Two layers of width three: a convolved frame sees two log-mel frames to each side.
        expect(2 * highest + 2).toBeLessThan(plan.melFrames);
        expect((2 * highest - 2) * 160 - 200).toBeGreaterThan(samples);
      }),
    );
  });

  it('needs 64 columns and half a second more than the audio, or the whole window on request', () => {
    const short = planWindow({ samples: 3.5 * 16_000, positions });
    expect(short.weights.length).toBe(175 + 25 + 64);
    expect(short.audioColumns).toBe(175);
    const whole = planWindow({ samples: 3.5 * 16_000, positions, silentColumns: Number.POSITIVE_INFINITY });
    expect(whole.weights).toEqual(new Float32Array(positions));
    expect(whole.melFrames).toBe(3000);
  });
});
