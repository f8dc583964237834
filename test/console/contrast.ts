import type { Page } from 'playwright-core';

/** WCAG 2.2, 1.4.3: 4.5 to 1, or 3 to 1 for large text. Runs in the page; text of disabled controls is exempt. */
const script = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map();
  const rgba = (colour) => {
    if (!known.has(colour)) known.set(colour, paint(colour));
    return known.get(colour);
  };
  const paint = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((x, i) => x * a + under[i] * (1 - a));
  const linear = (x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const behind = (element) => {
    const layers = [];
    for (let at = element; at !== null; at = at.parentElement) layers.unshift(rgba(getComputedStyle(at).backgroundColor));
    return layers.reduce((under, layer) => over(layer, under), [255, 255, 255]);
  };
  const faint = [];
  for (const element of document.body.querySelectorAll('*')) {
    const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join(' ');
    const box = element.getBoundingClientRect();
    if (text.trim() === '' || box.width < 2 || box.height < 2 || element.closest(':disabled, [aria-disabled=true], noscript, script')) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const ground = behind(element);
    const [a, b] = [luminance(over(rgba(color), ground)), luminance(ground)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const large = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) faint.push(ratio.toFixed(2) + ' ' + text.trim().slice(0, 40));
  }
  return faint;
})()`;

/** Returns the page's texts with too little contrast to their background, each with its ratio. */
export const faintTexts = async (page: Page): Promise<readonly string[]> => (await page.evaluate(script)) as string[];
