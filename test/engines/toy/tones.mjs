/** Words as tones for the toy engine: 40 ms of one frequency per letter. */
const letters = ' abcdefghijklmnopqrstuvwxyz';
const letterMs = 40;

export const samplesPerLetter = (/** @type {number} */ rateHz) => (letterMs * rateHz) / 1000;

const frequencyOf = (/** @type {number} */ letter) => 500 + 80 * letter;

/** Only letters and spaces have a tone. @param {string} text @param {number} rateHz @param {number} pitch */
export function tonesOf(text, rateHz, pitch) {
  const spoken = [...text.toLowerCase()].map((letter) => letters.indexOf(letter)).filter((letter) => letter >= 0);
  const length = samplesPerLetter(rateHz);
  const samples = new Float32Array(spoken.length * length);
  spoken.forEach((letter, at) => {
    const step = (2 * Math.PI * frequencyOf(letter) * pitch) / rateHz;
    for (let i = 0; i < length; i++) samples[at * length + i] = 0.5 * Math.sin(step * i);
  });
  return samples;
}

/**
 * Yields the letters from the first loud sample on, each with its start. @param {Float32Array} samples @param {number}
 * rateHz
 */
export function* lettersOf(samples, rateHz) {
  const length = samplesPerLetter(rateHz);
  let quiet = 0;
  for (let at = 0; at + length / 2 <= samples.length; at += 1) {
    if (Math.abs(/** @type {number} */ (samples[at])) < 0.02) continue;
    // From the first loud sample of a stretch, letter by letter, until the sound stops.
    for (quiet = 0; quiet === 0 && at + length / 2 <= samples.length; at += length) {
      const window = samples.subarray(at, at + length);
      if (window.reduce((sum, sample) => sum + Math.abs(sample), 0) / window.length < 0.02) quiet = 1;
      else yield { letter: /** @type {string} */ (letters[loudest(window, rateHz)]), at };
    }
  }
}

/** Applies Goertzel's filter for each letter. @param {Float32Array} window @param {number} rateHz */
function loudest(window, rateHz) {
  const powers = [...letters].map((_, letter) => {
    const turn = 2 * Math.cos((2 * Math.PI * frequencyOf(letter)) / rateHz);
    let [last, before] = [0, 0];
    for (const sample of window) [last, before] = [sample + turn * last - before, last];
    return last * last + before * before - turn * last * before;
  });
  return powers.indexOf(Math.max(...powers));
}
