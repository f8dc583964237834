import type { WebsiteAddress } from '../website/requests.ts';

export interface WidgetOptions extends WebsiteAddress {
  /** Address of this script, which is also the module of the audio thread. */
  readonly script: string;
  /** Language tag of the texts. */
  readonly language: string;
  readonly theme: 'light' | 'dark' | 'auto';
  readonly position: 'left' | 'right';
  /** Colour of the button and of the visitor's lines; that of the style sheet if undefined. */
  readonly color: string | undefined;
  /** Colour of text on `color`; black or white if undefined. */
  readonly colorText: string | undefined;
  /** Label of the button; a standard text if undefined. */
  readonly label: string | undefined;
}

/** Reads the attributes of the script. Reports what is wrong with them, and returns undefined without an agent. */
export function optionsOf({ src, dataset, ownerDocument }: HTMLScriptElement): WidgetOptions | undefined {
  const { agent, language, theme, position } = dataset;
  if (agent === undefined || agent === '') {
    console.error('Parley: the script needs the attribute data-agent with the key of the agent.');
    return undefined;
  }
  const color = colorOf(dataset.color);
  const colorText = colorOf(dataset.colorText);
  return {
    server: dataset.server ?? new URL(src).origin,
    script: src,
    agent,
    language: language ?? (ownerDocument.documentElement.lang || navigator.language),
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    position: position === 'left' ? 'left' : 'right',
    color,
    colorText: colorText ?? (color === undefined ? undefined : readableOn(color)),
    label: dataset.label,
  };
}

/** Colours as six hexadecimal digits; others are reported and ignored. */
function colorOf(text: string | undefined): string | undefined {
  if (text === undefined || /^#[0-9a-f]{6}$/i.test(text)) return text;
  console.warn(`Parley: ${text} is not a colour such as #0b6e4f.`);
  return undefined;
}

/** Returns black or white, whichever has the higher contrast (WCAG 2, relative luminance). */
function readableOn(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000';
}
